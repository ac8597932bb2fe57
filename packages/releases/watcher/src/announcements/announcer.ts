import { named } from '@portal/node-kit/release-command';
import { liveVersion } from '@portal/release/release-diff';
import type { ReleaseSummary } from '@portal/release/format/documents';
import type { WatcherSettings } from '../settings/settings.ts';
import type { ReceiverStatus } from '../status.ts';
import type { WatcherLog } from '../watcher-log.ts';
import type { StoreHealth } from './damage.ts';
import { DamageReporter } from './damage.ts';
import type { Announcement } from './announcement.ts';
import { Notifier } from './notifier.ts';

const toId = (type: Announcement['type'], release: number, part: string, version: string) =>
  `${type}-${String(release)}-${part}-${version}`;

/** The canaries that a release ended, unless everybody gets their version now. */
function endedCanaries(before: ReleaseSummary, after: ReleaseSummary): readonly Announcement[] {
  return Object.entries(before.canaries).flatMap(([part, { version, percent }]) => {
    if (after.canaries[part]?.version === version || liveVersion(after, part) === version) return [];
    const { number: release, createdBy: by, createdAt: at, reason } = after;
    const share = `for ${String(percent)} % of the visitors`;
    const text = `The canary of ${part} ${version} (${share}) ended with release ${String(release)}, by ${by}: ${reason}`;
    const type = 'canary.ended';
    return [{ id: toId(type, release, part, version), type, at, text, part, version, release, by }];
  });
}

/** The versions that a rollback took away from everybody. */
function rolledBack(before: ReleaseSummary, after: ReleaseSummary): readonly Announcement[] {
  if (after.action !== 'rollback') return [];
  return ['shell', ...Object.keys(before.remotes)].flatMap((part) => {
    const [version, next] = [liveVersion(before, part), liveVersion(after, part)];
    if (version === undefined || version === next) return [];
    const { number: release, createdBy: by, createdAt: at, reason } = after;
    const what =
      next === undefined ? `${part} ${version} was taken out` : `${part} was rolled back from ${version} to ${next}`;
    const type = 'part.rolled-back';
    const text = `${what} with release ${String(release)}, by ${by}: ${reason}`;
    return [{ id: toId(type, release, part, version), type, at, text, part, version, release, by }];
  });
}

/** What people should know of the releases that are newer than number `known`. `releases` ascending. */
function listAnnouncements(releases: readonly ReleaseSummary[], known: number): readonly Announcement[] {
  return releases.flatMap((after, index) => {
    const before = releases[index - 1];
    return before && after.number > known ? [...endedCanaries(before, after), ...rolledBack(before, after)] : [];
  });
}

const MOST_ANNOUNCEMENTS = 50;

const getNewest = (releases: readonly ReleaseSummary[]) => releases.at(-1)?.number ?? 0;

const WATCHER = 'watcher';

/**
 * What the log has of an announcement, or of a version that is known good. The name of a person is in the history of
 * the release alone.
 */
export interface WatcherEvent {
  readonly event: string;
  readonly who: typeof WATCHER | undefined;
  /** "mfe-hubs 1.3.0"; of the store, the id of the announcement. */
  readonly what: string;
  readonly release?: number | undefined;
}

/** Makes announcements of what the watcher sees, records them, and tells whom the settings name. */
export class Announcer {
  readonly #notifier: Notifier;
  readonly #record: (event: WatcherEvent) => void;
  readonly #damage = new DamageReporter();
  #announcements: readonly Announcement[] = [];
  /** Number of the newest release whose announcements were made; undefined before the first look. */
  #seen: number | undefined;
  /** Ids of what is told once. */
  readonly #told = new Set<string>();

  constructor(settings: WatcherSettings, log: WatcherLog, record: (event: WatcherEvent) => void) {
    this.#notifier = new Notifier(settings, log);
    this.#record = record;
  }

  /** The newest first. */
  get announcements(): readonly Announcement[] {
    return this.#announcements;
  }

  get receivers(): readonly ReceiverStatus[] {
    return this.#notifier.receivers;
  }

  /** Takes the releases that are there at the first look as known; `releases` ascending. */
  begin(releases: readonly ReleaseSummary[]): void {
    // A store without releases may be one whose folder is not there yet.
    if (releases.length > 0) this.#seen ??= getNewest(releases);
  }

  /** Makes announcements of the releases since the look before, and of damage. */
  look(releases: readonly ReleaseSummary[], health: StoreHealth, now: number): void {
    const damage = this.#damage.look(health, now);
    if (health.storeProblem === null) this.tell(this.#newAnnouncements(releases), now);
    this.tell(damage, now);
  }

  tell(announcements: readonly Announcement[], now: number): void {
    for (const given of announcements) {
      const announcement = { ...given, text: named(given.text) };
      const { id, type: event, part, version, by, release } = announcement;
      // Not the text: it has the names and the reasons of people.
      const what = part === undefined || version === undefined ? id : `${part} ${version}`;
      this.#record({ event, who: by === WATCHER ? WATCHER : undefined, what, release });
      this.#notifier.tell(announcement, now);
    }
    this.#announcements = [...announcements.toReversed(), ...this.#announcements].slice(0, MOST_ANNOUNCEMENTS);
  }

  /** Tells what holds at every look, each once. */
  tellOnce(announcements: readonly Announcement[], now: number): void {
    const news = announcements.filter(({ id }) => !this.#told.has(id));
    for (const { id } of news) this.#told.add(id);
    this.tell(news, now);
  }

  /** Records what nobody has to be told. */
  record(event: string, what: string): void {
    this.#record({ event, who: WATCHER, what });
  }

  close(): void {
    this.#notifier.close();
  }

  /** Sends what is due. Never throws. */
  deliver(now: number): Promise<void> {
    return this.#notifier.deliver(now);
  }

  #newAnnouncements(releases: readonly ReleaseSummary[]): readonly Announcement[] {
    const newest = getNewest(releases);
    if (newest === 0) return [];
    // The numbers of a store that was restored from an older backup begin again.
    const known = Math.min(this.#seen ?? newest, newest);
    this.#seen = newest;
    return listAnnouncements(releases, known);
  }
}
