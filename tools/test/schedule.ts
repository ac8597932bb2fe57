export interface Scheduled {
  /** Runs after everything before it, and before everything after it. */
  readonly isAlone?: boolean;
}

const AT_ONCE = 2;

/** Starts the steps in their order, at most two at once. @throws what the first failing `run` throws. */
export async function runTwoAtOnce<Step extends Scheduled>(
  steps: readonly Step[],
  run: (step: Step) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  for (const step of steps) {
    while (running.size >= (step.isAlone ? 1 : AT_ONCE)) await Promise.race(running);
    const task = run(step).finally(() => running.delete(task));
    // The await below handles it; a second failure adds nothing.
    task.catch(() => {});
    running.add(task);
    if (step.isAlone) await task;
  }
  await Promise.all(running);
}
