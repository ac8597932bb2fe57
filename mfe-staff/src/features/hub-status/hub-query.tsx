import { useTranslation } from '@portal/i18n';
import { Button, Card, SelectField, TextField } from '@portal/ui';
import { useRef, useState } from 'react';
import { HubStatusQuerySchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import type { HubNumbers } from '../../calls/hub-status.ts';
import type { HandedHub } from '../../handover/hub-to-query.ts';

/** The kinds of hubs whose status can be queried (specification, section 3). */
const HUB_KINDS = ['hub', 'smartphoneHub'] as const;
type HubKind = (typeof HUB_KINDS)[number];

type NumberProblem = 'missing' | 'digits' | 'long';

const { serial: NumberSchema } = HubStatusQuerySchema.entries;

/** The digits of a number that was written in groups, or copied with characters that nobody sees. */
const readNumber = (text: string): string => text.replaceAll(/[\s\p{C}]/gu, '');

/** What is wrong with a serial or a part number, without spaces around it. */
function problemOfNumber(text: string): NumberProblem | undefined {
  if (text === '') return 'missing';
  if (!/^\d+$/.test(text)) return 'digits';
  return v.is(NumberSchema, text) ? undefined : 'long';
}

/** A field for a serial or a part number, which is checked on leaving it. `which` names its texts. */
function useNumberField(which: 'serial' | 'partNumber', first: string) {
  const { t } = useTranslation('mfe-staff');
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(first);
  const [problem, setProblem] = useState<NumberProblem>();
  const value = readNumber(text);
  return {
    value,
    /** Shows what is wrong and gives the field the focus; false if nothing is. */
    refuse: (): boolean => {
      const found = problemOfNumber(value);
      setProblem(found);
      if (found !== undefined) input.current?.focus();
      return found !== undefined;
    },
    /** For the `TextField`. */
    field: {
      ref: input,
      label: t(`hubStatus.${which}.label`),
      inputMode: 'numeric',
      autoComplete: 'off',
      required: true,
      value: text,
      error: problem && t(problem === 'missing' ? `hubStatus.${which}.missing` : `hubStatus.problems.${problem}`),
      onChange: ({ target }: { readonly target: HTMLInputElement }) => {
        setText(target.value);
        if (problem) setProblem(problemOfNumber(readNumber(target.value)));
      },
      // An empty field is no mistake until the form is sent, and stays one from then on.
      onBlur: () => {
        if (value !== '') setProblem(problemOfNumber(value));
      },
    } as const,
  };
}

interface HubQueryProps {
  /** The hub that another page has handed over. */
  readonly handed: HandedHub | undefined;
  readonly busy: boolean;
  readonly onQuery: (numbers: HubNumbers) => void;
}

/** Asks for the numbers of a hub: a hub v1 has a serial, a smartphone hub a part number, too. */
export function HubQuery({ handed, busy, onQuery }: HubQueryProps) {
  const { t } = useTranslation('mfe-staff');
  const [kind, setKind] = useState<HubKind>(handed?.kind ?? 'hub');
  const serial = useNumberField('serial', handed?.serial ?? '');
  const partNumber = useNumberField('partNumber', handed?.partNumber ?? '');
  const hasPartNumber = kind === 'smartphoneHub';
  return (
    <Card>
      <form
        className="stack stack--wide"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Both show what is wrong; the first one that is gets the focus.
          const isPartNumberWrong = hasPartNumber && partNumber.refuse();
          if (serial.refuse() || isPartNumberWrong) return;
          if (!busy) onQuery({ serial: serial.value, partNumber: hasPartNumber ? partNumber.value : undefined });
        }}
      >
        <SelectField
          label={t('hubStatus.kind')}
          value={kind}
          options={HUB_KINDS.map((each) => ({ value: each, text: t(`hubStatus.kinds.${each}`) }))}
          onChange={(value) => setKind(HUB_KINDS.find((each) => each === value) ?? kind)}
        />
        <TextField {...serial.field} />
        {hasPartNumber && <TextField {...partNumber.field} />}
        <div>
          <Button type="submit" variant="primary" icon="search" busy={busy}>
            {t(busy ? 'hubStatus.querying' : 'hubStatus.query')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
