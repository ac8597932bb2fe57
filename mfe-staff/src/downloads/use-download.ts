import { useOnce } from '@portal/ui';
import { useTellFailure } from '../loading/use-read.ts';

/** Lets the browser download a file, which its server sends as an attachment: the page stays. */
function openFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.rel = 'noreferrer';
  link.download = '';
  link.click();
}

/** Downloads a file by the address that the API gives for it; `onGone` follows if there is none. */
export function useDownload(getAddress: () => Promise<string | undefined>, onGone: () => void) {
  const tellFailure = useTellFailure();
  return useOnce(async () => {
    try {
      const address = await getAddress();
      if (address === undefined) onGone();
      else openFile(address);
    } catch (error) {
      tellFailure(error);
    }
  });
}
