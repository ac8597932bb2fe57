import { valibotResolver } from '@hookform/resolvers/valibot';
import { trimText } from '@portal/contract/trim-text';
import { useLanguage, useTranslation } from '@portal/i18n';
import { MOST_INTEGER } from '@portal/staff-api/wire';
import { Button, Card, SelectField, TextField } from '@portal/ui';
import type { SelectFieldProps, TextFieldProps } from '@portal/ui';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Resolver } from 'react-hook-form';
import * as v from 'valibot';
import { numberText } from './numbers.ts';
import './filter-form.css';

const PROBLEMS = ['person', 'identifier', 'day', 'dayOrder', 'number', 'sizeOrder'] as const;
type Problem = (typeof PROBLEMS)[number];

/** What the fields hold; '' does not restrict the list. */
type Texts = Record<string, string>;

/** A field that may be empty; otherwise `schema` has to take its trimmed text. */
export function filterField(schema: v.GenericSchema, problem: Problem) {
  return v.pipe(
    v.string(),
    v.transform((text) => trimText(text) || undefined),
    v.check((text) => v.is(schema, text), problem),
  );
}

/** A native field for a day. */
export const DAY_FIELD = { type: 'date', max: '9999-12-31' } as const;

export interface FieldProblem {
  readonly name: string;
  readonly text: string;
}

interface FilterFormProps<Filter extends object> {
  /** Names the texts of the list. */
  readonly list: 'journal' | 'logs';
  /** The filter in the address. */
  readonly filter: Readonly<Record<string, string | number | undefined>>;
  readonly schema: v.GenericSchema<Texts, Filter>;
  readonly choice: Pick<SelectFieldProps, 'label' | 'options'> & { readonly name: string };
  readonly fields: readonly (TextFieldProps & { readonly name: string })[];
  /** Resolves with what is wrong with a field and can be told only after asking the API. */
  readonly onFilter: (filter: Partial<Filter>) => void | Promise<FieldProblem | undefined>;
}

/**
 * The resolver of a schema, for which days of which only a part is filled in are not empty, although they have no
 * value.
 */
function resolverFor<Filter>(schema: v.GenericSchema<Texts, Filter>): Resolver<Texts, unknown, Filter> {
  const resolve = valibotResolver(schema);
  return async (values, context, options) => {
    const incomplete = Object.entries(options.fields).filter(
      ([, field]) => field.ref instanceof HTMLInputElement && field.ref.validity.badInput,
    );
    const texts = { ...values, ...Object.fromEntries(incomplete.map(([name]) => [name, 'incomplete'])) };
    return await resolve(texts, context, options);
  };
}

/** Chooses what a list shows. */
export function FilterForm<Filter extends object>({
  list,
  filter,
  schema,
  choice,
  fields,
  onFilter,
}: FilterFormProps<Filter>) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const submit = useRef<HTMLButtonElement>(null);
  const values: Texts = Object.fromEntries([choice, ...fields].map(({ name }) => [name, String(filter[name] ?? '')]));
  const { control, formState, handleSubmit, register, setError, setValue, trigger } = useForm<Texts, unknown, Filter>({
    values,
    mode: 'onTouched',
    criteriaMode: 'all', // otherwise ranges would not be checked while another field is wrong
    resolver: resolverFor(schema),
  });
  // An address may contradict itself.
  const address = JSON.stringify(values);
  useEffect(() => void trigger(), [address, trigger]);
  const problemText = (name: string) => {
    const message = formState.errors[name]?.message;
    const problem = PROBLEMS.find((each) => each === message);
    return problem ? t(`filters.problems.${problem}`, { most: numberText(language, MOST_INTEGER) }) : message;
  };
  const submitFilter = handleSubmit(async (chosen) => {
    const problem = await onFilter(chosen);
    if (problem) setError(problem.name, { message: problem.text }, { shouldFocus: true });
  });
  return (
    <Card>
      <form
        className="stack"
        noValidate
        aria-label={t(`${list}.filters.label`)}
        onSubmit={(event) => void submitFilter(event)}
      >
        <div className="filters">
          <SelectField
            {...choice}
            value={useWatch({ control, name: choice.name })}
            options={[{ value: '', text: t(`${list}.filters.all`) }, ...choice.options]}
            onChange={(value) => setValue(choice.name, value)}
          />
          {fields.map((field) => (
            <TextField
              key={field.name}
              autoComplete="off"
              {...field}
              error={problemText(field.name)}
              {...register(field.name)}
            />
          ))}
        </div>
        <div className="cluster">
          <Button ref={submit} type="submit" icon="filter" busy={formState.isSubmitting}>
            {t(`${list}.filters.apply`)}
          </Button>
          {Object.values(values).some((text) => text !== '') && (
            <Button
              variant="quiet"
              icon="close"
              onClick={() => {
                // This button disappears.
                submit.current?.focus();
                void onFilter({});
              }}
            >
              {t('filters.clear')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
