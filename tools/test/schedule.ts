export interface Scheduled {
  /** Runs alone: after all steps before it, and before all steps after it. */
  readonly isAlone?: boolean;
}

const AT_ONCE = 2;

/** Runs the steps in order, at most two at once. @throws the error of the first `run` that fails. */
export async function runTwoAtOnce<Step extends Scheduled>(
  steps: readonly Step[],
  run: (step: Step) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  for (const step of steps) {
    while (running.size >= (step.isAlone ? 1 : AT_ONCE)) await Promise.race(running);
    const task = run(step).finally(() => running.delete(task));
    // The await below handles the first rejection; others must not count as unhandled.
    task.catch(() => {});
    running.add(task);
    if (step.isAlone) await task;
  }
  await Promise.all(running);
}
