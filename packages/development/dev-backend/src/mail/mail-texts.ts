import type { MailKind } from '../database/mail-facts.ts';
import type { PerLanguage } from './mail-phrases.ts';

/**
 * All mails, between greeting and farewell: the subject, then a paragraph a line, that in brackets with the link; in
 * braces are values.
 */
export const MAIL_TEXTS: Readonly<Record<MailKind, PerLanguage<string>>> = {
  'account-confirmation': {
    en: `Please confirm your email address
Your account uses the address {newEmail}. Confirm that it is yours.
[Confirm the address]
The link works once, for {days} days.
If you have no account with us, there is nothing to do.`,
    de: `Bitte bestätigen Sie Ihre E-Mail-Adresse
Ihr Konto verwendet die Adresse {newEmail}. Bestätigen Sie, dass sie Ihnen gehört.
[Adresse bestätigen]
Der Link funktioniert einmal und {days} Tage lang.
Wenn Sie bei uns kein Konto haben, müssen Sie nichts tun.`,
    fr: `Veuillez confirmer votre adresse e-mail
Votre compte utilise l’adresse {newEmail}. Confirmez qu’elle est bien à vous.
[Confirmer l’adresse]
Le lien fonctionne une seule fois, pendant {days} jours.
Si vous n’avez pas de compte chez nous, vous n’avez rien à faire.`,
    nl: `Bevestig uw e-mailadres
Uw account gebruikt het adres {newEmail}. Bevestig dat dit adres van u is.
[Adres bevestigen]
De link werkt één keer, {days} dagen lang.
Hebt u geen account bij ons, dan hoeft u niets te doen.`,
  },
  'account-deleted': {
    en: `Your account has been deleted
Our customer service has deleted your account: your data is deleted and your hubs are released.
{obc} Your eBike ID stays. You can delete it separately, where you manage it.
[Read what this means]
If you did not ask for this, please contact our customer service.`,
    de: `Ihr Konto wurde gelöscht
unser Kundenservice hat Ihr Konto gelöscht: Ihre Daten sind gelöscht und Ihre Hubs abgegeben.
{obc} Ihre eBike ID bleibt. Sie können sie getrennt dort löschen, wo Sie sie verwalten.
[Was das bedeutet]
Wenn Sie das nicht veranlasst haben, wenden Sie sich bitte an unseren Kundenservice.`,
    fr: `Votre compte a été supprimé
Notre service client a supprimé votre compte : vos données sont supprimées et vos hubs dissociés.
{obc} Votre eBike ID reste. Vous pouvez le supprimer séparément, là où vous le gérez.
[Lire ce que cela signifie]
Si vous n’avez pas demandé cela, veuillez contacter notre service client.`,
    nl: `Uw account is verwijderd
Onze klantenservice heeft uw account verwijderd: uw gegevens zijn verwijderd en uw hubs zijn vrijgegeven.
{obc} Uw eBike ID blijft. U kunt die apart verwijderen op de plek waar u die beheert.
[Lees wat dit betekent]
Hebt u hier niet om gevraagd, neem dan contact op met onze klantenservice.`,
  },
  'account-password': {
    en: `Set a password for your account
Our customer service sends you this link. Your account is separate from your eBike ID: it has an email address and a password of its own; you confirm changes with that password.
[Set the password]
The link works once, for {days} days. After that, its page sends you a new one.
If you did not ask for this, please contact our customer service.`,
    de: `Legen Sie ein Passwort für Ihr Konto fest
unser Kundenservice schickt Ihnen diesen Link. Ihr Konto ist von Ihrer eBike ID getrennt: Es hat eine eigene E-Mail-Adresse und ein eigenes Passwort; mit diesem Passwort bestätigen Sie Änderungen.
[Passwort festlegen]
Der Link funktioniert einmal und {days} Tage lang. Danach sendet Ihnen seine Seite einen neuen.
Wenn Sie das nicht veranlasst haben, wenden Sie sich bitte an unseren Kundenservice.`,
    fr: `Définissez un mot de passe pour votre compte
Notre service client vous envoie ce lien. Votre compte est séparé de votre eBike ID : il a sa propre adresse e-mail et son propre mot de passe ; c’est avec ce mot de passe que vous confirmez les modifications.
[Définir le mot de passe]
Le lien fonctionne une seule fois, pendant {days} jours. Ensuite, sa page vous en envoie un nouveau.
Si vous n’avez pas demandé cela, veuillez contacter notre service client.`,
    nl: `Stel een wachtwoord in voor uw account
Onze klantenservice stuurt u deze link. Uw account is losgemaakt van uw eBike ID: het heeft een eigen e-mailadres en een eigen wachtwoord; met dat wachtwoord bevestigt u wijzigingen.
[Wachtwoord instellen]
De link werkt één keer, {days} dagen lang. Daarna stuurt de pagina ervan u een nieuwe.
Hebt u hier niet om gevraagd, neem dan contact op met onze klantenservice.`,
  },
  'deletion-failed': {
    en: `Your account could not be fully deleted yet
You asked us to delete your account. It is closed and your hubs are released, but some of your data could not be deleted yet.
[Read what this means]
Our engineers have been notified, and we will contact you. You do not need to do anything.`,
    de: `Ihr Konto konnte noch nicht vollständig gelöscht werden
Sie haben uns gebeten, Ihr Konto zu löschen. Es ist geschlossen und Ihre Hubs sind abgegeben, doch einige Ihrer Daten konnten noch nicht gelöscht werden.
[Was das bedeutet]
Unsere Technik ist informiert, und wir melden uns bei Ihnen. Sie müssen nichts tun.`,
    fr: `Votre compte n’a pas encore pu être entièrement supprimé
Vous nous avez demandé de supprimer votre compte. Il est fermé et vos hubs sont dissociés, mais certaines de vos données n’ont pas encore pu être supprimées.
[Lire ce que cela signifie]
Nos ingénieurs ont été avertis et nous vous contacterons. Vous n’avez rien à faire.`,
    nl: `Uw account kon nog niet volledig worden verwijderd
U hebt ons gevraagd uw account te verwijderen. Het is gesloten en uw hubs zijn vrijgegeven, maar een deel van uw gegevens kon nog niet worden verwijderd.
[Lees wat dit betekent]
Onze technici zijn op de hoogte en wij nemen contact met u op. U hoeft niets te doen.`,
  },
  'deletion-mail': {
    en: `How to delete your account
You told our customer service that you want to delete your account. Only you can do that safely: sign in on this page and confirm it.
[Delete the account]
This cannot be undone: your data is deleted and your hubs are released. Your eBike ID stays.
If you want to keep your account, there is nothing to do.`,
    de: `So löschen Sie Ihr Konto
Sie haben unserem Kundenservice gesagt, dass Sie Ihr Konto löschen möchten. Nur Sie selbst können das sicher tun: Melden Sie sich auf dieser Seite an und bestätigen Sie es.
[Konto löschen]
Das lässt sich nicht rückgängig machen: Ihre Daten werden gelöscht, Ihre Hubs abgegeben. Ihre eBike ID bleibt.
Wenn Sie Ihr Konto behalten möchten, müssen Sie nichts tun.`,
    fr: `Comment supprimer votre compte
Vous avez dit à notre service client que vous souhaitez supprimer votre compte. Vous seul pouvez le faire en toute sécurité : connectez-vous sur cette page et confirmez.
[Supprimer le compte]
C’est irréversible : vos données sont supprimées et vos hubs dissociés. Votre eBike ID reste.
Si vous souhaitez garder votre compte, vous n’avez rien à faire.`,
    nl: `Zo verwijdert u uw account
U hebt onze klantenservice verteld dat u uw account wilt verwijderen. Alleen u kunt dat veilig doen: log op deze pagina in en bevestig het.
[Account verwijderen]
Dit is definitief: uw gegevens worden verwijderd en uw hubs vrijgegeven. Uw eBike ID blijft.
Wilt u uw account houden, dan hoeft u niets te doen.`,
  },
  'email-confirmation': {
    en: `Please confirm your new email address
Your account is to use {newEmail} from now on. Please confirm that this address is yours.
[Confirm the address]
The link works once, for {days} days. Until then your account keeps its present address.
If you did not ask for this change, there is nothing to do.`,
    de: `Bitte bestätigen Sie Ihre neue E-Mail-Adresse
Ihr Konto soll künftig {newEmail} verwenden. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört.
[Adresse bestätigen]
Der Link funktioniert einmal und {days} Tage lang. Bis dahin behält Ihr Konto seine bisherige Adresse.
Wenn Sie diese Änderung nicht veranlasst haben, müssen Sie nichts tun.`,
    fr: `Merci de confirmer votre nouvelle adresse e-mail
Votre compte doit désormais utiliser {newEmail}. Merci de confirmer que cette adresse est bien la vôtre.
[Confirmer l’adresse]
Le lien fonctionne une seule fois, pendant {days} jours. D’ici là, votre compte garde son adresse actuelle.
Si vous n’êtes pas à l’origine de ce changement, vous n’avez rien à faire.`,
    nl: `Bevestig uw nieuwe e-mailadres
Uw account gaat {newEmail} gebruiken. Bevestig dat dit adres van u is.
[Adres bevestigen]
De link werkt één keer, {days} dagen lang. Tot dan houdt uw account het huidige adres.
Hebt u niet om deze wijziging gevraagd, dan hoeft u niets te doen.`,
  },
  'hub-left': {
    en: `Hub {serial} is no longer in your account
You were a guest of the hub with the serial number {serial} (part number {partNumber}). The account of its owner has been deleted, so the hub has been released.
[Go to your hubs]
If you still use this bike, the hub can be activated again in the app.`,
    de: `Der Hub {serial} ist nicht mehr in Ihrem Konto
Sie waren Gast bei dem Hub mit der Seriennummer {serial} (Teilenummer {partNumber}). Das Konto seines Besitzers wurde gelöscht, deshalb wurde der Hub abgegeben.
[Zu Ihren Hubs]
Wenn Sie dieses Rad weiter benutzen, kann der Hub in der App wieder aktiviert werden.`,
    fr: `Le hub {serial} n’est plus dans votre compte
Vous étiez invité sur le hub portant le numéro de série {serial} (référence {partNumber}). Le compte de son propriétaire a été supprimé, le hub a donc été dissocié.
[Aller à vos hubs]
Si vous utilisez toujours ce vélo, le hub peut être réactivé dans l’application.`,
    nl: `Hub {serial} staat niet meer in uw account
U was gast bij de hub met serienummer {serial} (onderdeelnummer {partNumber}). Het account van de eigenaar is verwijderd, daarom is de hub vrijgegeven.
[Naar uw hubs]
Gebruikt u deze fiets nog, dan kan de hub in de app opnieuw worden geactiveerd.`,
  },
  'hub-released': {
    en: `Hub {serial} has been released
Our customer service has released the hub with the serial number {serial} (part number {partNumber}).
{effect}
[Go to your hubs]
If you did not expect this, please contact our customer service.`,
    de: `Der Hub {serial} wurde abgegeben
unser Kundenservice hat den Hub mit der Seriennummer {serial} (Teilenummer {partNumber}) abgegeben.
{effect}
[Zu Ihren Hubs]
Wenn Sie das nicht erwartet haben, wenden Sie sich bitte an unseren Kundenservice.`,
    fr: `Le hub {serial} a été dissocié
Notre service client a dissocié le hub portant le numéro de série {serial} (référence {partNumber}).
{effect}
[Aller à vos hubs]
Si vous ne vous y attendiez pas, veuillez contacter notre service client.`,
    nl: `Hub {serial} is vrijgegeven
Onze klantenservice heeft de hub met serienummer {serial} (onderdeelnummer {partNumber}) vrijgegeven.
{effect}
[Naar uw hubs]
Had u dit niet verwacht, neem dan contact op met onze klantenservice.`,
  },
  'identity-password': {
    en: `Set a new password for your eBike ID
Somebody, hopefully you, asked for a new password for the eBike ID with this address.
[Set a new password]
The link works once, for {minutes} minutes. Until then your present password stays as it is.
If you did not ask for this, there is nothing to do.`,
    de: `Neues Passwort für Ihre eBike ID festlegen
jemand, hoffentlich Sie, hat um ein neues Passwort für die eBike ID mit dieser Adresse gebeten.
[Neues Passwort festlegen]
Der Link funktioniert einmal und {minutes} Minuten lang. Bis Sie ihn verwenden, bleibt Ihr bisheriges Passwort gültig.
Wenn Sie nicht darum gebeten haben, müssen Sie nichts tun.`,
    fr: `Définissez un nouveau mot de passe pour votre eBike ID
Quelqu’un, vous sans doute, a demandé un nouveau mot de passe pour l’eBike ID qui porte cette adresse.
[Définir un nouveau mot de passe]
Le lien fonctionne une seule fois, pendant {minutes} minutes. D’ici là, votre mot de passe actuel reste valable.
Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire.`,
    nl: `Stel een nieuw wachtwoord in voor uw eBike ID
Iemand, hopelijk u, heeft een nieuw wachtwoord gevraagd voor de eBike ID met dit adres.
[Nieuw wachtwoord instellen]
De link werkt één keer, {minutes} minuten lang. Tot dan blijft uw huidige wachtwoord gelden.
Hebt u hier niet om gevraagd, dan hoeft u niets te doen.`,
  },
  'password-changed': {
    en: `Your password was changed
The password of your account was changed in the portal.
[Go to your account]
If it was you, there is nothing to do.
If it was not you, please write to our support at once. Somebody else may be signed in to your account.`,
    de: `Ihr Passwort wurde geändert
das Passwort Ihres Kontos wurde im Portal geändert.
[Zu Ihrem Konto]
Wenn Sie es waren, müssen Sie nichts tun.
Wenn Sie es nicht waren, schreiben Sie bitte sofort unserem Kundenservice. Vielleicht ist jemand anderes in Ihrem Konto angemeldet.`,
    fr: `Votre mot de passe a été modifié
Le mot de passe de votre compte a été modifié dans le portail.
[Aller à votre compte]
Si c’était vous, vous n’avez rien à faire.
Si ce n’était pas vous, écrivez tout de suite à notre service client. Quelqu’un d’autre est peut-être connecté à votre compte.`,
    nl: `Uw wachtwoord is gewijzigd
Het wachtwoord van uw account is in het portaal gewijzigd.
[Naar uw account]
Was u dat zelf, dan hoeft u niets te doen.
Was u dat niet, schrijf dan meteen onze klantenservice. Misschien is iemand anders bij uw account ingelogd.`,
  },
  'release-request': {
    en: `Please release hub {serial}
{guest} asks you to release the hub with the serial number {serial} (part number {partNumber}).
A released hub leaves your account and the accounts of everybody you share it with.
[Release the hub]
The link works once, for {days} days. Opening it releases the hub at once.
If you want to keep the hub, there is nothing to do.`,
    de: `Bitte geben Sie den Hub {serial} ab
{guest} bittet Sie, den Hub mit der Seriennummer {serial} (Teilenummer {partNumber}) abzugeben.
Mit der Abgabe verlässt der Hub Ihr Konto und die Konten aller, mit denen Sie ihn teilen.
[Hub abgeben]
Der Link funktioniert einmal und {days} Tage lang. Wer ihn öffnet, gibt den Hub sofort ab.
Wenn Sie den Hub behalten möchten, müssen Sie nichts tun.`,
    fr: `Merci de dissocier le hub {serial}
{guest} vous demande de dissocier le hub portant le numéro de série {serial} (référence {partNumber}).
Une fois dissocié, le hub quitte votre compte et celui de toutes les personnes avec qui vous le partagez.
[Dissocier le hub]
Le lien fonctionne une seule fois, pendant {days} jours. L’ouvrir dissocie aussitôt le hub.
Si vous souhaitez garder le hub, vous n’avez rien à faire.`,
    nl: `Geef hub {serial} vrij
{guest} vraagt u de hub met serienummer {serial} (onderdeelnummer {partNumber}) vrij te geven.
Na het vrijgeven verdwijnt de hub uit uw account en uit de accounts van iedereen met wie u hem deelt.
[Hub vrijgeven]
De link werkt één keer, {days} dagen lang. Wie hem opent, geeft de hub meteen vrij.
Wilt u de hub houden, dan hoeft u niets te doen.`,
  },
};
