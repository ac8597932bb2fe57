// The application waits for the share scope, so its entry only imports it.
void import('../../../shell/src/boot.ts');
