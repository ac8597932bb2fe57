import { isOutcomeUnknown } from '@portal/remote-ui/unknown-outcome';

/**
 * Makes a change of data that is on the page, and has it read anew when nobody knows whether it was made: at once, and again if the answer
 * still comes. @throws {CallError} as `change` does.
 */
export async function changeAndLook<Result>(change: Promise<Result>, readAgain: () => void): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    if (isOutcomeUnknown(error)) {
      readAgain();
      error.late?.then(readAgain, () => undefined);
    }
    throw error;
  }
}
