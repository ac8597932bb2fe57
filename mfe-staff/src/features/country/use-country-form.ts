import { reportFailure } from '@portal/api';
import type { Language } from '@portal/contract/language';
import { useLanguage, useTranslation } from '@portal/i18n';
import { notify, useNavigate, useOnce, useUnsavedInput } from '@portal/ui';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { getCountryRecords, saveCountryRecord } from '../../calls/countries.ts';
import type { CountryRecord } from '../../calls/countries.ts';
import {
  inputOf,
  isSame,
  languageOfText,
  NEW_COUNTRY,
  onTopOf,
  problemsOf,
  recordOf,
  TEXT_NAMES,
} from './country-input.ts';
import type { CountryInput, Problem, TextName } from './country-input.ts';

/** Somebody else has saved the country; `loaded` once that is below what was typed, with the texts that both have changed. */
export type Conflict = { readonly status: 'found' } | { readonly status: 'loaded'; readonly both: readonly TextName[] };

/** What the API has of a country. */
const toBase = (record: CountryRecord) => ({ input: inputOf(record), revision: record.revision });

const pathOf = (code: string) => `/staff/countries/${code}`;

/** The language of the shown texts, and the field that gets the focus. */
function useShownField() {
  const idPrefix = useId();
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [focusOn, setFocusOn] = useState<{ readonly name: TextName }>();
  useEffect(() => {
    if (focusOn) document.getElementById(`${idPrefix}${focusOn.name}`)?.focus();
  }, [focusOn, idPrefix]);

  function show(name: TextName) {
    setLanguage((last) => languageOfText(name) ?? last);
    setFocusOn({ name });
  }

  return { language, setLanguage, show, idOf: (name: TextName) => `${idPrefix}${name}` };
}

/** What is wrong with the input. */
function useProblems(input: CountryInput) {
  /** The fields that were left, or all after a try to save: those show what is wrong. */
  const [checked, setChecked] = useState<ReadonlySet<TextName>>(() => new Set());
  const [taken, setTaken] = useState<string>();
  const problems = problemsOf(input);
  /** What is wrong with a field, if it is to be shown. */
  const problemOf = (name: TextName): Problem | 'taken' | undefined => {
    if (name === 'code' && taken !== undefined && input.texts.code === taken) return 'taken';
    return checked.has(name) ? problems[name] : undefined;
  };
  return { problems, problemOf, setChecked, setTaken };
}

/** Opens the page of a country that was added. */
function useOpenAdded() {
  const navigate = useNavigate();
  const [added, setAdded] = useState<string>();
  // Only then the input counts as saved, and the page may be left without a question.
  const leave = useEffectEvent((code: string) => void navigate(pathOf(code), { replace: true }));
  useEffect(() => {
    if (added !== undefined) leave(added);
  }, [added]);
  return setAdded;
}

/** State and actions of the country's form; without a record it adds one. */
export function useCountryForm(record: CountryRecord | undefined) {
  const { t } = useTranslation('mfe-staff');
  const [base, setBase] = useState(() => (record ? toBase(record) : { input: NEW_COUNTRY, revision: 0 }));
  const [input, setInput] = useState(base.input);
  const { show, ...shown } = useShownField();
  const { problems, problemOf, setChecked, setTaken } = useProblems(input);
  const [conflict, setConflict] = useState<Conflict>();
  const unsaved = !isSame(input, base.input);

  useUnsavedInput(unsaved, () => {
    setInput(base.input);
    setConflict(undefined);
  });
  const openAdded = useOpenAdded();

  const failed = (error: unknown) => reportFailure(error, () => notify({ kind: 'error', text: t('staff.failure') }));

  const [save, saving] = useOnce(async () => {
    setChecked(new Set(TEXT_NAMES));
    const wrong = TEXT_NAMES.find((name) => problems[name]);
    if (wrong) {
      show(wrong);
      return;
    }
    try {
      const answer = await saveCountryRecord(recordOf(input, base.revision));
      if (answer === 'COUNTRY_EXISTS') {
        setTaken(input.texts.code);
        show('code');
      } else if (answer === 'COUNTRY_HAS_CHANGED') {
        setConflict({ status: 'found' });
      } else {
        const saved = toBase(answer);
        setBase(saved);
        setInput((now) => (now === input ? saved.input : now));
        setConflict(undefined);
        setChecked(new Set());
        notify({ kind: 'success', text: t('staff.saved') });
        if (base.revision === 0) openAdded(answer.code);
      }
    } catch (error) {
      failed(error);
    }
  });

  const [loadNewer, loadingNewer] = useOnce(async () => {
    try {
      const newer = (await getCountryRecords()).find(({ code }) => code === input.texts.code);
      if (!newer) return;
      const found = toBase(newer);
      const merged = onTopOf(found.input, { typed: input, saved: base.input });
      setBase(found);
      setInput(merged.input);
      setConflict({ status: 'loaded', both: merged.both });
    } catch (error) {
      failed(error);
    }
  });

  return {
    isNew: base.revision === 0,
    input,
    ...shown,
    problems,
    unsaved,
    conflict,
    loadNewer: () => void loadNewer(),
    loadingNewer,
    saving,
    save: () => void save(),
    problemOf,
    changeText: (name: TextName, text: string) =>
      setInput((last) => ({ ...last, texts: { ...last.texts, [name]: text } })),
    changeFlag: (flag: 'active' | 'newlyAdded', value: boolean) => setInput((last) => ({ ...last, [flag]: value })),
    check: (name: TextName) => setChecked((last) => new Set(last).add(name)),
  };
}

export type CountryForm = ReturnType<typeof useCountryForm>;
