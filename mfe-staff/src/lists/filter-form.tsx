import { Button, Card } from '@portal/ui';
import type { ReactNode, RefObject } from 'react';

interface FilterFormProps {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly label: string;
  /** Class of the fields' place. */
  readonly className: string;
  readonly applyText: string;
  readonly clearText: string;
  /** Whether there is a filter to clear. */
  readonly isFiltered: boolean;
  readonly onApply: () => void;
  readonly onClear: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** Chooses what a list shows. */
export function FilterForm({ form, label, className, isFiltered, children, ...acts }: FilterFormProps) {
  const { applyText, clearText, onApply, onClear } = acts;
  return (
    <Card>
      <form
        ref={form}
        className="stack"
        noValidate
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          onApply();
        }}
      >
        <div className={className}>{children}</div>
        <div className="cluster">
          <Button type="submit" icon="filter">
            {applyText}
          </Button>
          {isFiltered && (
            <Button
              variant="quiet"
              icon="close"
              onClick={() => {
                // This button disappears.
                form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
                onClear();
              }}
            >
              {clearText}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

/** The field with this name. */
export function fieldIn(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? null;
}

/** The fields of which only a part is filled in, such as a day without its year: they have no value. */
export function incompleteIn<Name extends string>(
  form: HTMLFormElement | null,
  names: readonly Name[],
): readonly Name[] {
  return names.filter((name) => fieldIn(form, name)?.validity.badInput);
}
