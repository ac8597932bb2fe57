import { parseExtraFields } from 'yauzl';
import type { Entry, LocalFileHeader } from 'yauzl';

/** Fields with another name or a link, for programs that know them (Unicode Path, ZipIt, ASi Unix, PKWARE Unix): they may contradict what the others read. */
const OTHER_MEANINGS = new Set([0x70_75, 0x26_05, 0x75_6e, 0x00_0d]);
const IS_UTF8 = 0x8_00;
/** How Unix marks kinds in the attributes of an entry; none is marked by programs of other systems. */
const FILE_KIND = 0o170_000;
const KINDS = { file: [0, 0o100_000], folder: [0, 0o040_000] };
/** How DOS and Windows mark folders, and what is neither file nor folder: names of disks, devices, links. */
const DOS = { folder: 0x10, others: 0x4_48 };

const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Invisible characters, NUL among them, and signs that mean something else than themselves on some system. */
const ODD = /[\p{C}\p{Default_Ignorable_Code_Point}<>:"|?*\\]/u;
/** Names that Windows takes for devices, whatever follows after spaces and a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$) *(?:\.|$)/;

/** A part of a path that is one file's or folder's name on every system. */
const isPlain = (part: string): boolean => part !== '' && !/^\.{1,2}$|[. ]$/.test(part) && !DEVICE.test(part);

/** The name of an entry as systems compare it that know no capitals and one form of each letter; undefined if it is not a plain one. */
function comparableName({ fileNameRaw, generalPurposeBitFlag }: Entry): string | undefined {
  // Without the mark, each program reads other letters than those of ASCII as it likes.
  const isReadable = (generalPurposeBitFlag & IS_UTF8) !== 0 || fileNameRaw.every((byte) => byte < 0x80);
  const name = isReadable ? text.decode(fileNameRaw).normalize('NFKC').toUpperCase().toLowerCase() : '';
  const path = name.replace(/\/$/, '');
  return !ODD.test(name) && path.split('/').every(isPlain) ? name : undefined;
}

function hasOtherMeaning({ extraFields }: Entry, header: LocalFileHeader): boolean {
  return [...extraFields, ...parseExtraFields(header.extraField)].some(({ id }) => OTHER_MEANINGS.has(id));
}

/** Whether an entry is a file or a folder, as its name says: no link, no device, no pipe. */
function isFileOrFolder({ externalFileAttributes, uncompressedSize }: Entry, name: string): boolean {
  const isFolder = name.endsWith('/');
  const isOfKind = KINDS[isFolder ? 'folder' : 'file'].includes((externalFileAttributes >>> 16) & FILE_KIND);
  const others = DOS.others | (isFolder ? 0 : DOS.folder);
  return isOfKind && (externalFileAttributes & others) === 0 && (!isFolder || uncompressedSize === 0);
}

/** The comparable name of an entry that every program takes for the same file or folder; else undefined. It is the raw name that counts. */
export function nameOfEntry(entry: Entry, header: LocalFileHeader): string | undefined {
  const name = comparableName(entry);
  return name !== undefined && !hasOtherMeaning(entry, header) && isFileOrFolder(entry, name) ? name : undefined;
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
