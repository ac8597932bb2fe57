import { valibotResolver } from '@hookform/resolvers/valibot';
import { useTranslation } from '@portal/i18n';
import { MOST_DIGITS, withoutGroups } from '@portal/staff-api/search';
import { Button, Card, SelectField, TextField } from '@portal/ui';
import { useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import type { HubNumbers } from '../../calls/hub-status.ts';
import { problemIn } from '../../fields/problem-in.ts';
import type { StateHub } from '../../navigation-state/navigation-state.ts';

/** The kinds of hubs whose status can be queried (specification, section 3). */
const HUB_KINDS = ['hub', 'smartphoneHub'] as const;

/** Messages are keys of texts. */
const NumberSchema = v.pipe(
  v.string(),
  v.transform(withoutGroups),
  v.nonEmpty('missing'),
  v.regex(/^\d+$/, 'digits'),
  v.maxLength(MOST_DIGITS, 'long'),
);
const QuerySchema = v.variant('kind', [
  v.object({
    kind: v.literal('hub'),
    serial: NumberSchema,
    partNumber: v.pipe(
      v.string(),
      v.transform(() => undefined),
    ),
  }),
  v.object({ kind: v.literal('smartphoneHub'), serial: NumberSchema, partNumber: NumberSchema }),
]);

interface HubQueryProps {
  /** The hub that another page has handed over. */
  readonly handed: StateHub | undefined;
  readonly busy: boolean;
  readonly onQuery: (numbers: HubNumbers) => void;
}

/** Asks for the numbers of a hub: a hub v1 has a serial, a smartphone hub a part number, too. */
export function HubQuery({ handed, busy, onQuery }: HubQueryProps) {
  const { t } = useTranslation('mfe-staff');
  const form = useForm<v.InferInput<typeof QuerySchema>, unknown, v.InferOutput<typeof QuerySchema>>({
    defaultValues: handed ?? { kind: 'hub', serial: '', partNumber: '' },
    mode: 'onTouched',
    resolver: valibotResolver(QuerySchema),
  });
  const { errors, isSubmitted } = form.formState;
  const kind = useWatch({ control: form.control, name: 'kind' });
  const numberField = (name: 'serial' | 'partNumber') => {
    const problem = problemIn(errors[name], isSubmitted, ['missing', 'digits', 'long']);
    return {
      label: t(`hubStatus.${name}.label`),
      inputMode: 'numeric',
      autoComplete: 'off',
      required: true,
      error: problem && t(problem === 'missing' ? `hubStatus.${name}.missing` : `hubStatus.problems.${problem}`),
      ...form.register(name),
    } as const;
  };
  const onSubmit = form.handleSubmit(({ serial, partNumber }) => {
    if (!busy) onQuery({ serial, partNumber });
  });
  return (
    <Card>
      <form className="stack stack--wide" noValidate onSubmit={(event) => void onSubmit(event)}>
        <SelectField
          label={t('hubStatus.kind')}
          value={kind}
          options={HUB_KINDS.map((each) => ({ value: each, text: t(`hubStatus.kinds.${each}`) }))}
          onChange={(value) => form.setValue('kind', HUB_KINDS.find((each) => each === value) ?? kind)}
        />
        <TextField {...numberField('serial')} />
        {kind === 'smartphoneHub' && <TextField {...numberField('partNumber')} />}
        <div>
          <Button type="submit" variant="primary" icon="search" busy={busy}>
            {t(busy ? 'hubStatus.querying' : 'hubStatus.query')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
