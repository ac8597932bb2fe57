/** Submits the form at once after a sign-out in the portal. Without scripts the visitor presses the button. */
export const SIGN_OUT_SCRIPT = "document.querySelector('button[data-confirmed]')?.click();\n";

/** Shows and hides passwords. It hides them before the form is sent: browsers remember the content of text fields. */
export const SHOW_PASSWORD_SCRIPT = `
for (const button of document.querySelectorAll('button[data-shows]')) {
  const input = document.getElementById(button.dataset.shows);
  const { hide } = button.dataset;
  const show = button.textContent.trim();
  const change = (visible) => {
    input.type = visible ? 'text' : 'password';
    button.textContent = visible ? hide : show;
  };
  button.hidden = false;
  button.addEventListener('click', () => change(input.type === 'password'));
  input.form.addEventListener('submit', () => change(false));
}
`;
