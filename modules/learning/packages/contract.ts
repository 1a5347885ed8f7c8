/** Learning packages that others made: SCORM 1.2 and 2004, xAPI, cmi5, H5P. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { authorsPackages } from './contract/access.ts'

/** The package is still being prepared, or could not be. */
export const PACKAGE_NOT_READY = errorCode(380301)
/** The file is no archive that a field for packages took, or is somebody else's. */
export const PACKAGE_FILE_UNFIT = errorCode(380302)
/** It was prepared well and may be in use. */
export const PACKAGE_IN_USE = errorCode(380303)
/** The player was opened again since, and what this one says is older. */
export const LAUNCH_SUPERSEDED = errorCode(380304)

export const packageKinds = ['scorm-1.2', 'scorm-2004', 'xapi', 'cmi5', 'h5p'] as const
export type PackageKind = (typeof packageKinds)[number]
export const wantedKinds = ['scorm', 'xapi', 'cmi5', 'h5p'] as const
export type WantedKind = (typeof wantedKinds)[number]

export const packageStates = ['preparing', 'ready', 'failed'] as const
export type PackageState = (typeof packageStates)[number]

/** Why a package could not be prepared. Texts: `reason.<code>`. */
export const packageFaults = [
  'archive-unreadable',
  'archive-encrypted',
  'path-unsafe',
  'path-twice',
  'too-many-files',
  'too-large',
  'manifest-missing',
  'manifest-unreadable',
  'manifest-too-large',
  'no-launchable-unit',
  'launch-file-missing',
  'version-unsupported',
  'h5p-libraries-missing',
  'other-kind',
] as const
export type PackageFault = (typeof packageFaults)[number]

const PackageReason = Type.Object({
  code: OneOf(packageFaults),
  /** The path or the word that it is about. */
  detail: Type.String(),
})
export type PackageReason = Static<typeof PackageReason>

export const PackageInfo = Type.Object({
  id: Id,
  kind: Nullable(OneOf(packageKinds)),
  state: OneOf(packageStates),
  title: Type.String(),
  fileId: Id,
  reasons: Type.Array(PackageReason),
  unitCount: Type.Integer(),
  entryCount: Type.Integer(),
  sizeBytes: Type.Integer(),
  /** A result that comes sooner waits until the package was open for so long. 0: every result counts at once. */
  shortestSeconds: Type.Integer(),
  /** The typical learning time that the manifest declares. */
  typicalSeconds: Nullable(Type.Integer()),
  createdAt: Instant,
  createdByName: Nullable(Type.String()),
})
export type PackageInfo = Static<typeof PackageInfo>

/** Four hours. */
export const shortestSecondsMax = 14_400

/** What learners made of a package, at all places together. */
const PackageCompletions = Type.Object({
  /** Who has opened it, once for each place. */
  learnerCount: Type.Integer(),
  /** Of these, whose completion or pass counts. */
  countedCount: Type.Integer(),
  /** Whose result came sooner than is credible, whether it has counted since or not. */
  waitedCount: Type.Integer(),
  waitingCount: Type.Integer(),
  /** Of those that count: for how long half of them had the package open at the most. */
  medianSeconds: Nullable(Type.Integer()),
})
export type PackageCompletions = Static<typeof PackageCompletions>

/** What the player sends while a SCORM unit runs; the numbers go up by one with each of an opening. */
export const PackageCommit = Body({
  sequence: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  /** How long the player was open and visible since it was opened. */
  activeMs: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  /** null: nothing but the time. */
  unitId: Nullable(Id),
  /** The whole data model of the unit, as SCORM names it. */
  cmi: Type.Record(Type.String({ maxLength: 200 }), Type.Unknown()),
  /** SCORM 2004 with sequencing: where the learner stands in it, and what the whole has come to by its rules. */
  sequencing: Type.Optional(
    Type.Object({
      state: Type.String({ maxLength: 2_000_000 }),
      completed: Type.Boolean(),
      passed: Nullable(Type.Boolean()),
      /** From 0 to 100. */
      scorePercent: Nullable(Type.Number({ minimum: 0, maximum: 100 })),
    }),
  ),
})
export type PackageCommit = Static<typeof PackageCommit>

export const packages = contract({
  listPackages: {
    method: 'GET',
    path: '/course-study/package',
    summary: 'Learning packages, newest first: the own ones, with course.manage for the whole company all',
    access: authorsPackages,
    query: PageQuery({}),
    response: Page(PackageInfo),
  },
  createPackage: {
    method: 'POST',
    path: '/course-study/package',
    summary: 'Makes a learning package of an uploaded archive; it is prepared in the background',
    access: authorsPackages,
    body: Body({ fileId: Id, kind: Type.Optional(OneOf(wantedKinds)) }),
    response: PackageInfo,
    errors: [PACKAGE_FILE_UNFIT],
  },
  getPackage: {
    method: 'GET',
    path: '/course-study/package/{id}',
    summary: 'A learning package: how far it is, and why it failed',
    access: authorsPackages,
    params: Type.Object({ id: Id }),
    response: PackageInfo,
    errors: [NOT_FOUND],
  },
  deletePackage: {
    method: 'DELETE',
    path: '/course-study/package/{id}',
    summary: 'Removes a package that could not be prepared',
    access: authorsPackages,
    params: Type.Object({ id: Id }),
    response: Done,
    errors: [NOT_FOUND, PACKAGE_IN_USE],
  },
  setShortestTime: {
    method: 'PUT',
    path: '/course-study/package/{id}/shortest-time',
    summary: 'The shortest credible time: a completion or pass that comes sooner waits for it',
    access: authorsPackages,
    params: Type.Object({ id: Id }),
    body: Body({ seconds: Type.Integer({ minimum: 0, maximum: shortestSecondsMax }) }),
    response: PackageInfo,
    errors: [NOT_FOUND, PACKAGE_NOT_READY],
  },
  packageCompletions: {
    method: 'GET',
    path: '/course-study/package/{id}/completions',
    summary: 'How many learners opened and completed a package, and how many results came sooner than is credible',
    access: authorsPackages,
    params: Type.Object({ id: Id }),
    response: PackageCompletions,
    errors: [NOT_FOUND],
  },
  previewPackage: {
    method: 'POST',
    path: '/course-study/package/{id}/preview',
    summary: 'The address at which the author looks at the package; nothing of it is kept',
    access: authorsPackages,
    noDryRun: 'access',
    params: Type.Object({ id: Id }),
    response: Type.Object({ launchUrl: Type.String() }),
    errors: [NOT_FOUND, PACKAGE_NOT_READY],
  },
  lateCommit: {
    method: 'POST',
    path: '/course-study/package/late-commit',
    summary: 'Data that a player of the caller could not send any more, when its page went away without a connection',
    access: 'signed-in',
    body: Body({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }), commit: PackageCommit }),
    response: Type.Object({
      /** It had arrived before: nothing was changed. */
      isRepeat: Type.Boolean(),
    }),
    errors: [NOT_FOUND, LAUNCH_SUPERSEDED],
  },
})
