import { parseExtraFields } from 'yauzl';
import type { Entry, LocalFileHeader } from 'yauzl';

/** A field with another name, for programs that know it (Info-ZIP Unicode Path): it may contradict the name that the others read. */
const OTHER_NAME = 0x70_75;
const IS_UTF8 = 0x8_00;
/** How Unix marks kinds in the attributes of an entry; none is marked by programs of other systems. */
const FILE_KIND = 0o170_000;
const KINDS = { file: [0, 0o100_000], folder: [0, 0o040_000] };

const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Invisible characters, NUL among them, and signs that mean something else than themselves on some system. */
const ODD = /[\p{C}<>:"|?*\\]/u;
/** Names that Windows takes for devices, whatever follows after a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;

/** A part of a path that is one file's or folder's name on every system. */
const isPlain = (part: string): boolean => part !== '' && !/^\.{1,2}$|[. ]$/.test(part) && !DEVICE.test(part);

/** The name of an entry as systems compare it that know no capitals and one form of each letter; undefined if it is not a plain one. */
function comparableName({ fileNameRaw, generalPurposeBitFlag }: Entry): string | undefined {
  // Without the mark, each program reads other letters than those of ASCII as it likes.
  const isReadable = (generalPurposeBitFlag & IS_UTF8) !== 0 || fileNameRaw.every((byte) => byte < 0x80);
  const name = isReadable ? text.decode(fileNameRaw).normalize('NFKC').toLowerCase() : '';
  const path = name.replace(/\/$/, '');
  return !ODD.test(name) && path.split('/').every(isPlain) ? name : undefined;
}

function hasOtherName({ extraFields }: Entry, header: LocalFileHeader): boolean {
  return [...extraFields, ...parseExtraFields(header.extraField)].some(({ id }) => id === OTHER_NAME);
}

/** Whether an entry is a file or a folder, as its name says: no link, no device, no pipe. */
function isFileOrFolder({ externalFileAttributes }: Entry, name: string): boolean {
  const kind = (externalFileAttributes >>> 16) & FILE_KIND;
  return KINDS[name.endsWith('/') ? 'folder' : 'file'].includes(kind);
}

/** The comparable name of an entry that every program takes for the same file or folder; else undefined. It is the raw name that counts. */
export function nameOfEntry(entry: Entry, header: LocalFileHeader): string | undefined {
  const name = comparableName(entry);
  return name !== undefined && !hasOtherName(entry, header) && isFileOrFolder(entry, name) ? name : undefined;
}

/** Whether comparable names are those of at least one file, and no name is there twice, nor both a file and a folder. */
export function areApart(names: readonly string[]): boolean {
  const files = names.filter((name) => !name.endsWith('/'));
  const paths = new Set(names.map((name) => name.replace(/\/$/, '')));
  const folders = new Set(
    names.flatMap((name) =>
      name
        .split('/')
        .slice(0, -1)
        .map((_part, index, parts) => parts.slice(0, index + 1).join('/')),
    ),
  );
  return files.length > 0 && paths.size === names.length && !files.some((file) => folders.has(file));
}
