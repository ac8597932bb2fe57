import type { Language } from '@portal/contract/language';

const EN = {
  email: 'Email',
  password: { label: 'Password', show: 'Show password', hide: 'Hide password' },
  errorTitle: (title: string) => `Error: ${title}`,
  signIn: {
    title: 'Sign in',
    lead: 'One eBike ID for the app and the portal.',
    forgotten: 'Forgot your password?',
    back: 'Back to the portal',
    refused: 'You are not signed in',
    wrong: 'This email address and password do not belong together. Please check both and try again.',
    tooOften: (wait: string) =>
      `A wrong password was entered too often. Please wait ${wait}, then try again, or set a new password.`,
  },
  missingEmail: 'Please enter your email address.',
  invalidEmail: 'This email address is invalid',
  missingPassword: 'Please enter your password.',
  forgotten: {
    title: 'Forgot your password?',
    lead: 'Enter the address of your eBike ID. We send you a link with which you set a new password.',
    action: 'Send the link',
    back: 'Back to sign-in',
    refused: 'No mail was sent',
    tooOften: (wait: string) => `Mails were requested too often. Please wait ${wait}, then try again.`,
  },
  mailSent: {
    title: 'Please check your inbox',
    text: (minutes: number) =>
      `If there is an eBike ID with this address, a mail is on its way. Its link works once, for ${minutes} minutes.`,
  },
  newPassword: {
    title: 'Set a new password',
    lead: (email: string) =>
      `For the eBike ID ${email}. You are then logged out everywhere and sign in with the new password.`,
    label: 'New password',
    rules: 'At least 10 characters, with a digit, an upper-case letter and a special character such as ! or #.',
    action: 'Save password',
    refused: 'Your password was not changed',
    insecure:
      'This password is not secure enough: it needs 10 characters, a digit, an upper-case letter and a special character.',
    unchanged: 'Please choose a new password.',
  },
  closedLink: {
    title: 'This link no longer works',
    text: 'It has been used, has expired, or was replaced by a later one.',
    link: 'Ask for a new link',
  },
  changed: { title: 'Your password is changed', text: 'Sign in with your new password, here and in the app.' },
};

/** The texts of the pages that ask for a password, in every language. */
export const IDENTITY_TEXTS: Readonly<Record<Language, typeof EN>> = {
  en: EN,
  de: {
    email: 'E-Mail',
    password: { label: 'Passwort', show: 'Passwort anzeigen', hide: 'Passwort verbergen' },
    errorTitle: (title) => `Fehler: ${title}`,
    signIn: {
      title: 'Anmelden',
      lead: 'Eine eBike ID für App und Portal.',
      forgotten: 'Passwort vergessen?',
      back: 'Zurück zum Portal',
      refused: 'Sie sind nicht angemeldet',
      wrong:
        'Diese E-Mail-Adresse und dieses Passwort gehören nicht zusammen. Bitte prüfen Sie beide und versuchen Sie es noch einmal.',
      tooOften: (wait) =>
        `Es wurde zu oft ein falsches Passwort eingegeben. Bitte warten Sie ${wait} und versuchen Sie es dann noch einmal, oder legen Sie ein neues Passwort fest.`,
    },
    missingEmail: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
    invalidEmail: 'Diese E-Mail-Adresse ist ungültig',
    missingPassword: 'Bitte geben Sie Ihr Passwort ein.',
    forgotten: {
      title: 'Passwort vergessen?',
      lead: 'Geben Sie die Adresse Ihrer eBike ID ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
      action: 'Link senden',
      back: 'Zurück zur Anmeldung',
      refused: 'Es wurde keine E-Mail gesendet',
      tooOften: (wait) =>
        `Es wurden zu oft E-Mails angefordert. Bitte warten Sie ${wait} und versuchen Sie es dann noch einmal.`,
    },
    mailSent: {
      title: 'Bitte sehen Sie in Ihrem Postfach nach',
      text: (minutes) =>
        `Wenn es eine eBike ID mit dieser Adresse gibt, ist eine E-Mail unterwegs. Der Link darin funktioniert einmal und ${minutes} Minuten lang.`,
    },
    newPassword: {
      title: 'Neues Passwort festlegen',
      lead: (email) =>
        `Für die eBike ID ${email}. Danach sind Sie überall abgemeldet und melden sich mit dem neuen Passwort an.`,
      label: 'Neues Passwort',
      rules: 'Mindestens 10 Zeichen, darunter eine Ziffer, ein Großbuchstabe und ein Sonderzeichen wie ! oder #.',
      action: 'Passwort speichern',
      refused: 'Ihr Passwort wurde nicht geändert',
      insecure:
        'Dieses Passwort ist nicht sicher genug: Es braucht 10 Zeichen, eine Ziffer, einen Großbuchstaben und ein Sonderzeichen.',
      unchanged: 'Bitte wählen Sie ein neues Passwort.',
    },
    closedLink: {
      title: 'Dieser Link funktioniert nicht mehr',
      text: 'Er wurde schon verwendet, ist abgelaufen oder wurde durch einen späteren ersetzt.',
      link: 'Neuen Link anfordern',
    },
    changed: {
      title: 'Ihr Passwort ist geändert',
      text: 'Melden Sie sich mit Ihrem neuen Passwort an, hier und in der App.',
    },
  },
  fr: {
    email: 'E-mail',
    password: { label: 'Mot de passe', show: 'Afficher le mot de passe', hide: 'Masquer le mot de passe' },
    errorTitle: (title) => `Erreur : ${title}`,
    signIn: {
      title: 'Se connecter',
      lead: 'Un seul eBike ID pour l’application et le portail.',
      forgotten: 'Mot de passe oublié ?',
      back: 'Retour au portail',
      refused: 'Vous n’êtes pas connecté',
      wrong: 'Cette adresse e-mail et ce mot de passe ne vont pas ensemble. Veuillez vérifier les deux et réessayer.',
      tooOften: (wait) =>
        `Un mot de passe incorrect a été saisi trop souvent. Veuillez patienter ${wait}, puis réessayer, ou définir un nouveau mot de passe.`,
    },
    missingEmail: 'Veuillez saisir votre adresse e-mail.',
    invalidEmail: 'Cette adresse e-mail n’est pas valide',
    missingPassword: 'Veuillez saisir votre mot de passe.',
    forgotten: {
      title: 'Mot de passe oublié ?',
      lead: 'Saisissez l’adresse de votre eBike ID. Nous vous envoyons un lien pour définir un nouveau mot de passe.',
      action: 'Envoyer le lien',
      back: 'Retour à la connexion',
      refused: 'Aucun e-mail n’a été envoyé',
      tooOften: (wait) => `Des e-mails ont été demandés trop souvent. Veuillez patienter ${wait}, puis réessayer.`,
    },
    mailSent: {
      title: 'Consultez votre boîte de réception',
      text: (minutes) =>
        `Si un eBike ID porte cette adresse, un e-mail est en route. Le lien qu’il contient fonctionne une seule fois, pendant ${minutes} minutes.`,
    },
    newPassword: {
      title: 'Définir un nouveau mot de passe',
      lead: (email) =>
        `Pour l’eBike ID ${email}. Vous serez ensuite déconnecté partout et vous vous connecterez avec le nouveau mot de passe.`,
      label: 'Nouveau mot de passe',
      rules: 'Au moins 10 caractères, dont un chiffre, une majuscule et un caractère spécial comme ! ou #.',
      action: 'Enregistrer le mot de passe',
      refused: 'Votre mot de passe n’a pas été modifié',
      insecure:
        'Ce mot de passe n’est pas assez sûr : il lui faut 10 caractères, un chiffre, une majuscule et un caractère spécial.',
      unchanged: 'Veuillez choisir un nouveau mot de passe.',
    },
    closedLink: {
      title: 'Ce lien ne fonctionne plus',
      text: 'Il a déjà été utilisé, il a expiré ou un lien plus récent l’a remplacé.',
      link: 'Demander un nouveau lien',
    },
    changed: {
      title: 'Votre mot de passe est modifié',
      text: 'Connectez-vous avec votre nouveau mot de passe, ici et dans l’application.',
    },
  },
  nl: {
    email: 'E-mail',
    password: { label: 'Wachtwoord', show: 'Wachtwoord tonen', hide: 'Wachtwoord verbergen' },
    errorTitle: (title) => `Fout: ${title}`,
    signIn: {
      title: 'Inloggen',
      lead: 'Eén eBike ID voor de app en het portaal.',
      forgotten: 'Wachtwoord vergeten?',
      back: 'Terug naar het portaal',
      refused: 'U bent niet ingelogd',
      wrong: 'Dit e-mailadres en dit wachtwoord horen niet bij elkaar. Controleer ze allebei en probeer het opnieuw.',
      tooOften: (wait) =>
        `Er is te vaak een onjuist wachtwoord ingevoerd. Wacht ${wait} en probeer het dan opnieuw, of stel een nieuw wachtwoord in.`,
    },
    missingEmail: 'Vul uw e-mailadres in.',
    invalidEmail: 'Dit e-mailadres is ongeldig',
    missingPassword: 'Vul uw wachtwoord in.',
    forgotten: {
      title: 'Wachtwoord vergeten?',
      lead: 'Vul het adres van uw eBike ID in. We sturen u een link waarmee u een nieuw wachtwoord instelt.',
      action: 'Link versturen',
      back: 'Terug naar inloggen',
      refused: 'Er is geen e-mail verstuurd',
      tooOften: (wait) => `Er zijn te vaak e-mails aangevraagd. Wacht ${wait} en probeer het dan opnieuw.`,
    },
    mailSent: {
      title: 'Kijk in uw inbox',
      text: (minutes) =>
        `Als er een eBike ID met dit adres is, is er een e-mail onderweg. De link erin werkt één keer, ${minutes} minuten lang.`,
    },
    newPassword: {
      title: 'Nieuw wachtwoord instellen',
      lead: (email) =>
        `Voor de eBike ID ${email}. Daarna bent u overal uitgelogd en logt u in met het nieuwe wachtwoord.`,
      label: 'Nieuw wachtwoord',
      rules: 'Ten minste 10 tekens, met een cijfer, een hoofdletter en een speciaal teken zoals ! of #.',
      action: 'Wachtwoord opslaan',
      refused: 'Uw wachtwoord is niet gewijzigd',
      insecure:
        'Dit wachtwoord is niet veilig genoeg: het heeft 10 tekens, een cijfer, een hoofdletter en een speciaal teken nodig.',
      unchanged: 'Kies een nieuw wachtwoord.',
    },
    closedLink: {
      title: 'Deze link werkt niet meer',
      text: 'Hij is al gebruikt, verlopen of vervangen door een latere.',
      link: 'Nieuwe link aanvragen',
    },
    changed: { title: 'Uw wachtwoord is gewijzigd', text: 'Log in met uw nieuwe wachtwoord, hier en in de app.' },
  },
};
