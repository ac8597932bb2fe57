// Whoever comes from the portal's own sign-out has decided already. Without script the button does the same.
document.querySelector('button[data-confirmed]')?.click();
