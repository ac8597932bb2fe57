import { useTranslation } from '@portal/i18n';
import { FIRMWARE_BYTES, FIRMWARE_NAME } from '@portal/staff-api/wire';
import { notify, useUnsavedInput } from '@portal/ui';
import { useState } from 'react';
import { useUpload } from './use-upload.ts';

/** What is wrong with a file, before it is uploaded. */
type FileProblem = 'missing' | 'invalidName' | 'empty' | 'tooLarge';

function findProblem(file: File | undefined): FileProblem | undefined {
  if (!file) return 'missing';
  if (!FIRMWARE_NAME.test(file.name)) return 'invalidName';
  if (file.size === 0) return 'empty';
  return file.size > FIRMWARE_BYTES ? 'tooLarge' : undefined;
}

/**
 * The form's input, and the upload that it starts. `onUploaded` is called after each; `focusField` is for a file that
 * is missing or wrong.
 */
export function useUploadForm(onUploaded: () => void, focusField: () => void) {
  const { t } = useTranslation('mfe-staff');
  const [file, setFile] = useState<File>();
  const [skipsTesting, setSkipsTesting] = useState(false);
  const [problem, setProblem] = useState<FileProblem>();
  const [asks, setAsks] = useState(false);
  /** Changes when the field has to be emptied. */
  const [round, setRound] = useState(1);

  function reset(): void {
    setFile(undefined);
    setSkipsTesting(false);
    setProblem(undefined);
    setAsks(false);
    setRound((last) => last + 1);
  }

  const upload = useUpload(({ name }) => {
    reset();
    notify({ kind: 'success', text: t('firmware.upload.done', { file: name }) });
    onUploaded();
  });
  useUnsavedInput(file !== undefined, () => {
    upload.leave();
    reset();
  });

  return {
    ...upload,
    file,
    skipsTesting,
    problem,
    /** The second look before a direct release. */
    asks,
    round,
    choose(chosen: File | undefined): void {
      upload.forgetRefusal();
      setFile(chosen);
      setProblem(chosen && findProblem(chosen));
    },
    setSkipsTesting,
    submit(): void {
      const found = findProblem(file);
      setProblem(found);
      if (found || !file) focusField();
      else if (skipsTesting) setAsks(true);
      else upload.start(file, false);
    },
    /** The answer to the second look. */
    answer(releases: boolean): void {
      setAsks(false);
      if (releases && file) upload.start(file, true);
    },
  };
}
