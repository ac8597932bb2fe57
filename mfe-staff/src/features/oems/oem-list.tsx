import { useLanguage, useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { can } from '@portal/staff-api/permissions';
import { Button, Cell, focusIfLost, Message, notify, Row, RowGroup, RowHeader, Table } from '@portal/ui';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Oem, OemRefusal } from '../../calls/oems.ts';
import { NameDialog, RemoveDialog } from './oem-dialogs.tsx';
import { useTellFailure } from '../../loading/use-read.ts';
import './oems.css';
import { addOem, getOems, removeOem, renameOem } from '../../calls/oems.ts';

/**
 * The OEMs and what can be done with them. After a failure they are read again, because the change may have been made.
 */
function useOems(loaded: readonly Oem[]) {
  const [oems, setOems] = useState(loaded);
  const tellFailure = useTellFailure();

  /** Nobody waits for it: what is told is how the change went. */
  function readAgain(): void {
    getOems().then(setOems, (error: unknown) => tellFailure(error, () => undefined));
  }

  async function orReadAgain<Result>(change: Promise<Result>): Promise<Result> {
    try {
      return await change;
    } catch (error) {
      readAgain();
      throw error;
    }
  }

  function keep(answer: Oem | OemRefusal): OemRefusal | undefined {
    if (typeof answer === 'string') {
      readAgain();
      return answer;
    }
    setOems((last) => [...last.filter(({ id }) => id !== answer.id), answer]);
    return undefined;
  }

  return {
    oems,
    add: async (name: string) => keep(await orReadAgain(addOem(name))),
    rename: async (oem: Oem, name: string) => keep(await orReadAgain(renameOem(oem, name))),
    remove: async (oem: Oem) => {
      await orReadAgain(removeOem(oem));
      setOems((last) => last.filter(({ id }) => id !== oem.id));
    },
  };
}

/** What is being done, in a dialog. */
type Doing = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly oem: Oem };

/** All OEMs in a table; who may change them adds, renames and removes. */
export function OemList({ loaded }: { readonly loaded: readonly Oem[] }) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const { roles } = useUser();
  const mayChange = can('change OEMs', roles);
  const { oems, add, rename, remove } = useOems(loaded);
  const [doing, setDoing] = useState<Doing>();
  const addButton = useRef<HTMLButtonElement>(null);
  const before = useRef(doing);
  // The row of a removed OEM had the focus.
  useLayoutEffect(() => {
    if (before.current && !doing) focusIfLost(addButton.current);
    before.current = doing;
  }, [doing]);
  const close = () => setDoing(undefined);
  const done = () => {
    close();
    notify({ kind: 'success', text: t('staff.saved') });
  };
  const sorted = oems.toSorted((a, b) => a.name.localeCompare(b.name, language));
  return (
    <>
      <div className="card__head">
        <p className={oems.length > 0 ? 'soft' : 'visually-hidden'} role="status">
          {oems.length > 0 ? t('oems.count', { count: oems.length }) : t('oems.none')}
        </p>
        {mayChange && (
          <Button ref={addButton} variant="primary" icon="larger" onClick={() => setDoing({ what: 'add' })}>
            {t('oems.add')}
          </Button>
        )}
      </div>
      {sorted.length === 0 ? (
        <Message titleAs="h2" title={t('oems.none')}>
          {t('oems.noneText')}
        </Message>
      ) : (
        <OemTable oems={sorted} onChoose={mayChange ? setDoing : undefined} />
      )}
      {doing?.what === 'add' && (
        <NameDialog
          heading={t('oems.addTitle')}
          name=""
          actionText={t('oems.add')}
          action={add}
          onDone={done}
          onCancel={close}
        />
      )}
      {doing?.what === 'rename' && (
        <NameDialog
          heading={t('oems.renameTitle', { name: doing.oem.name })}
          name={doing.oem.name}
          actionText={t('oems.rename')}
          action={async (name) => await rename(doing.oem, name)}
          onDone={done}
          onCancel={close}
        />
      )}
      {doing?.what === 'remove' && (
        <RemoveDialog oem={doing.oem} action={async () => await remove(doing.oem)} onDone={done} onCancel={close} />
      )}
    </>
  );
}

interface OemTableProps {
  readonly oems: readonly Oem[];
  /** Undefined for those who may only read. */
  readonly onChoose: ((doing: Doing) => void) | undefined;
}

function OemTable({ oems, onChoose }: OemTableProps) {
  const { t } = useTranslation('mfe-staff');
  const columns = [{ name: t('oems.name') }, { name: t('oems.appIds') }];
  return (
    <Table
      label={t('oems.title')}
      columns={onChoose ? [...columns, { name: t('oems.actions'), hidden: true }] : columns}
    >
      {oems.map((oem) => (
        <RowGroup key={oem.id}>
          <Row>
            <RowHeader>{oem.name}</RowHeader>
            <Cell label={t('oems.appIds')} className="numerals figure">
              {oem.appIds}
            </Cell>
            {onChoose && (
              <Cell className="end">
                <span className="oems-actions">
                  <Button
                    variant="quiet"
                    aria-label={t('oems.renameOf', { name: oem.name })}
                    onClick={() => onChoose({ what: 'rename', oem })}
                  >
                    {t('oems.rename')}
                  </Button>
                  <Button
                    variant="danger-quiet"
                    aria-label={t('oems.removeOf', { name: oem.name })}
                    onClick={() => onChoose({ what: 'remove', oem })}
                  >
                    {t('oems.remove.short')}
                  </Button>
                </span>
              </Cell>
            )}
          </Row>
        </RowGroup>
      ))}
    </Table>
  );
}
