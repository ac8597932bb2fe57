import { useUser } from '@portal/session';

/** Tells password managers whose password the form asks for. Nobody sees or focuses it. */
export function UserName() {
  const { email } = useUser();
  return (
    <input
      className="visually-hidden"
      type="text"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
  );
}
