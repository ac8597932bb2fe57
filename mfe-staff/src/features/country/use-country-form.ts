import { CallError } from '@portal/api';
import type { Language } from '@portal/contract/language';
import { useLanguage, useTranslation } from '@portal/i18n';
import { notify, useNavigate, useOnce, useUnsavedInput } from '@portal/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { get, useForm, useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { getCountryRecords, saveCountryRecord } from '../../calls/countries.ts';
import type { CountryRecord } from '../../calls/countries.ts';
import { useTellFailure } from '../../loading/use-read.ts';
import {
  changedByBoth,
  changedTexts,
  isSame,
  languageOfText,
  NEW_COUNTRY,
  PROBLEMS,
  resolveCountry,
  TEXT_NAMES,
  textAt,
} from './country-input.ts';
import type { TextName } from './country-input.ts';

/** The language of the shown texts, and the field that gets the focus. */
function useShownField({ setFocus }: UseFormReturn<CountryRecord>) {
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [focusOn, setFocusOn] = useState<{ readonly name: TextName }>();
  useEffect(() => {
    if (focusOn) setFocus(focusOn.name);
  }, [focusOn, setFocus]);

  function show(name: TextName) {
    setLanguage((last) => languageOfText(name) ?? last);
    setFocusOn({ name });
  }

  return { language, setLanguage, show };
}

/** Opens the page of a country that was added. */
function useOpenAdded() {
  const navigate = useNavigate();
  const [added, setAdded] = useState<string>();
  // Only then the input counts as saved, and the page may be left without a question.
  const leave = useEffectEvent((code: string) => void navigate(`/staff/countries/${code}`, { replace: true }));
  useEffect(() => {
    if (added !== undefined) leave(added);
  }, [added]);
  return setAdded;
}

/** State and actions of the country's form; without a record it adds one. */
export function useCountryForm(record: CountryRecord | undefined) {
  const { t } = useTranslation('mfe-staff');
  const tellFailure = useTellFailure();
  /** What the API has of the country. */
  const [saved, setSaved] = useState(record ?? NEW_COUNTRY);
  const form = useForm<CountryRecord>({
    defaultValues: saved,
    mode: 'onTouched',
    resolver: resolveCountry,
    shouldFocusError: false, // its language has to be shown first
  });
  const typed = useWatch({ control: form.control, compute: (values: CountryRecord) => values });
  const { show, ...shown } = useShownField(form);
  /** The texts that somebody else has changed, too, who has saved the country meanwhile. */
  const [both, setBoth] = useState<readonly TextName[]>();
  const unsaved = !isSame(typed, saved);
  useUnsavedInput(unsaved, () => {
    form.reset(saved);
    setBoth(undefined);
  });
  const openAdded = useOpenAdded();
  const findError = (name: TextName) => form.getFieldState(name, form.formState).error;

  async function saveRecord(input: CountryRecord): Promise<void> {
    const before = JSON.stringify(form.getValues());
    const answer = await saveCountryRecord(input);
    if (answer === 'COUNTRY_EXISTS') {
      form.setError('code', { type: 'taken' });
      show('code');
    } else if (answer === 'COUNTRY_HAS_CHANGED') {
      await loadNewer();
    } else {
      setSaved(answer);
      form.reset(answer, { keepValues: JSON.stringify(form.getValues()) !== before });
      setBoth(undefined);
      notify({ kind: 'success', text: t('staff.saved') });
      if (record === undefined) openAdded(answer.code);
    }
  }

  const [save, saving] = useOnce(
    form.handleSubmit(
      async (input) => await saveRecord(input).catch(tellFailure),
      (errors) => {
        const wrong = TEXT_NAMES.find((name) => get(errors, name));
        if (wrong) show(wrong);
      },
    ),
  );

  /** Puts what somebody else has saved below what was typed. @throws {CallError} */
  async function loadNewer(): Promise<void> {
    const newer = (await getCountryRecords()).find(({ code }) => code === typed.code);
    if (!newer) throw new CallError('GET staff/countries', 'malformed'); // countries are not deleted
    form.reset({
      ...newer,
      active: typed.active === saved.active ? newer.active : typed.active,
      newlyAdded: typed.newlyAdded === saved.newlyAdded ? newer.newlyAdded : typed.newlyAdded,
    });
    for (const name of changedTexts(typed, saved)) form.setValue(name, textAt(typed, name));
    setSaved(newer);
    setBoth(changedByBoth(typed, newer, saved));
  }

  return {
    isNew: record === undefined,
    form,
    typed,
    ...shown,
    unsaved,
    saved,
    both: unsaved ? both : undefined,
    /** Replaces a text by that of somebody else, and shows it. */
    takeTheirs(name: TextName): void {
      form.setValue(name, textAt(saved, name), { shouldValidate: true });
      setBoth((names) => names?.filter((each) => each !== name));
      show(name);
    },
    saving,
    save,
    isWrong: (name: TextName) => findError(name) !== undefined,
    /** What is wrong with a text, in words. */
    problemText(name: TextName): string | undefined {
      const error = findError(name);
      const problem = PROBLEMS.find((each) => each === error?.type);
      return problem && t(`country.problems.${problem}`, { count: Number(error?.message) });
    },
  };
}
