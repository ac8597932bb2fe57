import type { Language } from '@portal/contract/language';
import type { Letter } from './letters.ts';

/** The mail with the way to delete the account, which customer service sends, in every language. */
export const DELETION_LETTER: Readonly<Record<Language, (person: { readonly firstName: string }) => Letter>> = {
  en: ({ firstName }) => ({
    subject: 'How to delete your account',
    before: [
      `Hello ${firstName},`,
      'You told our customer service that you want to delete your account. Only you can do that safely: sign in on this page and confirm it.',
    ],
    action: 'Delete the account',
    after: [
      'This cannot be undone: your data is deleted and your hubs are released. Your eBike ID stays.',
      'If you want to keep your account, there is nothing to do.',
      'Your eBike Portal',
    ],
  }),
  de: ({ firstName }) => ({
    subject: 'So löschen Sie Ihr Konto',
    before: [
      `Hallo ${firstName},`,
      'Sie haben unserem Kundenservice gesagt, dass Sie Ihr Konto löschen möchten. Nur Sie selbst können das sicher tun: Melden Sie sich auf dieser Seite an und bestätigen Sie es.',
    ],
    action: 'Konto löschen',
    after: [
      'Das lässt sich nicht rückgängig machen: Ihre Daten werden gelöscht, Ihre Hubs abgegeben. Ihre eBike ID bleibt.',
      'Wenn Sie Ihr Konto behalten möchten, müssen Sie nichts tun.',
      'Ihr eBike Portal',
    ],
  }),
  fr: ({ firstName }) => ({
    subject: 'Comment supprimer votre compte',
    before: [
      `Bonjour ${firstName},`,
      'Vous avez dit à notre service client que vous souhaitez supprimer votre compte. Vous seul pouvez le faire en toute sécurité : connectez-vous sur cette page et confirmez.',
    ],
    action: 'Supprimer le compte',
    after: [
      'C’est irréversible : vos données sont supprimées et vos hubs dissociés. Votre eBike ID reste.',
      'Si vous souhaitez garder votre compte, vous n’avez rien à faire.',
      'Votre eBike Portal',
    ],
  }),
  nl: ({ firstName }) => ({
    subject: 'Zo verwijdert u uw account',
    before: [
      `Hallo ${firstName},`,
      'U hebt onze klantenservice verteld dat u uw account wilt verwijderen. Alleen u kunt dat veilig doen: log op deze pagina in en bevestig het.',
    ],
    action: 'Account verwijderen',
    after: [
      'Dit is definitief: uw gegevens worden verwijderd en uw hubs vrijgegeven. Uw eBike ID blijft.',
      'Wilt u uw account houden, dan hoeft u niets te doen.',
      'Uw eBike Portal',
    ],
  }),
};

/** What customer service has deleted. */
interface Deletion {
  readonly firstName: string;
  /** What happened to the account at the OBC system; undefined if there was none. */
  readonly obcAccount: 'deleted' | 'kept' | undefined;
}

const sentences = (...texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined).join(' ');

/** The mail that says what customer service has deleted, in every language. */
export const DELETED_LETTER: Readonly<Record<Language, (deletion: Deletion) => Letter>> = {
  en: ({ firstName, obcAccount }) => ({
    subject: 'Your account has been deleted',
    before: [
      `Hello ${firstName},`,
      'Our customer service has deleted your account: your data is deleted and your hubs are released.',
      sentences(
        obcAccount && { deleted: 'Your OBC account is deleted, too.', kept: 'Your OBC account stays.' }[obcAccount],
        'Your eBike ID stays. You can delete it separately, where you manage it.',
      ),
    ],
    action: 'Read what this means',
    after: ['If you did not ask for this, please contact our customer service.', 'Your eBike Portal'],
  }),
  de: ({ firstName, obcAccount }) => ({
    subject: 'Ihr Konto wurde gelöscht',
    before: [
      `Hallo ${firstName},`,
      'unser Kundenservice hat Ihr Konto gelöscht: Ihre Daten sind gelöscht und Ihre Hubs abgegeben.',
      sentences(
        obcAccount &&
          { deleted: 'Auch Ihr OBC-Konto ist gelöscht.', kept: 'Ihr OBC-Konto bleibt bestehen.' }[obcAccount],
        'Ihre eBike ID bleibt. Sie können sie getrennt dort löschen, wo Sie sie verwalten.',
      ),
    ],
    action: 'Was das bedeutet',
    after: ['Wenn Sie das nicht veranlasst haben, wenden Sie sich bitte an unseren Kundenservice.', 'Ihr eBike Portal'],
  }),
  fr: ({ firstName, obcAccount }) => ({
    subject: 'Votre compte a été supprimé',
    before: [
      `Bonjour ${firstName},`,
      'Notre service client a supprimé votre compte : vos données sont supprimées et vos hubs dissociés.',
      sentences(
        obcAccount &&
          { deleted: 'Votre compte OBC est supprimé lui aussi.', kept: 'Votre compte OBC reste.' }[obcAccount],
        'Votre eBike ID reste. Vous pouvez le supprimer séparément, là où vous le gérez.',
      ),
    ],
    action: 'Lire ce que cela signifie',
    after: ['Si vous n’avez pas demandé cela, veuillez contacter notre service client.', 'Votre eBike Portal'],
  }),
  nl: ({ firstName, obcAccount }) => ({
    subject: 'Uw account is verwijderd',
    before: [
      `Hallo ${firstName},`,
      'Onze klantenservice heeft uw account verwijderd: uw gegevens zijn verwijderd en uw hubs zijn vrijgegeven.',
      sentences(
        obcAccount &&
          { deleted: 'Ook uw OBC-account is verwijderd.', kept: 'Uw OBC-account blijft bestaan.' }[obcAccount],
        'Uw eBike ID blijft. U kunt die apart verwijderen op de plek waar u die beheert.',
      ),
    ],
    action: 'Lees wat dit betekent',
    after: ['Hebt u hier niet om gevraagd, neem dan contact op met onze klantenservice.', 'Uw eBike Portal'],
  }),
};
