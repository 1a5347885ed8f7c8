/** What a class remembers: photos of its participants, and the diary and notices of its staff. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Text, Title } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { runsClasses } from './access.ts'
import { CLASS_CANCELLED, CLASS_CLOSED, CLASS_MISSING, NO_PARTICIPANT, PHOTOS_FULL, REASON_REQUIRED } from './codes.ts'

export const photosMax = 500
const photosAtOnceMax = 20
export const captionLengthMax = 200
export const photoReasonLengthMax = 200
export const diaryTextLengthMax = 5000
export const diaryEntryKinds = ['notice', 'diary'] as const

const Photo = Type.Object({
  id: Id,
  path: Type.String(),
  caption: Type.String(),
  fullName: Type.String(),
  createdAt: Instant,
  /** The caller may remove it. */
  isRemovable: Type.Boolean(),
  /** For staff alone. */
  report: Nullable(Type.Object({ reason: Type.String(), reportedAt: Instant })),
})
export type Photo = Static<typeof Photo>

const DiaryEntry = Type.Object({
  id: Id,
  kind: OneOf(diaryEntryKinds),
  title: Type.String(),
  text: Type.String(),
  authorName: Type.String(),
  createdAt: Instant,
})
export type DiaryEntry = Static<typeof DiaryEntry>

const params = Type.Object({ id: Id })
const ofPhoto = Type.Object({ id: Id, photoId: Id })
const ofEntry = Type.Object({ id: Id, entryId: Id })
const Done = Type.Object({})
const entering = [CLASS_MISSING, CLASS_CANCELLED, NO_PARTICIPANT, NOT_BOUGHT] as const
const writing = [CLASS_MISSING, NO_PERMISSION, CLASS_CLOSED] as const
const entry = Body({
  kind: OneOf(diaryEntryKinds),
  title: Title(100),
  text: Text(diaryTextLengthMax),
})

export const albumCalls = {
  classPhotos: {
    method: 'GET',
    path: '/training/class/{id}/photos',
    summary: 'The photos of a class, the newest first, for participants and staff',
    access: 'signed-in',
    params,
    query: PageQuery({
      /** Those that somebody has reported; for staff. */
      reported: Type.Optional(Type.Boolean()),
    }),
    response: Page(Photo),
    errors: entering,
    cacheSeconds: 0,
  },
  addPhotos: {
    method: 'POST',
    path: '/training/class/{id}/photos',
    summary: 'Add own pictures to the photos of a class',
    access: 'signed-in',
    params,
    body: Body({
      fileIds: Type.Array(Id, { minItems: 1, maxItems: photosAtOnceMax, uniqueItems: true }),
      caption: OptionalText(captionLengthMax),
    }),
    response: Type.Object({ added: Type.Integer() }),
    errors: [...entering, CLASS_CLOSED, NOT_FOUND, PHOTOS_FULL],
  },
  reportPhoto: {
    method: 'POST',
    path: '/training/class/{id}/photos/{photoId}/report',
    summary: 'Tell the staff of a class that a photo should not be there',
    access: 'signed-in',
    params: ofPhoto,
    body: Body({ reason: OptionalText(photoReasonLengthMax) }),
    response: Done,
    errors: [...entering, CLASS_CLOSED, NOT_FOUND, REASON_REQUIRED],
  },
  keepPhoto: {
    method: 'POST',
    path: '/training/class-manage/{id}/photos/{photoId}/keep',
    summary: 'A reported photo may stay',
    access: runsClasses,
    params: ofPhoto,
    response: Done,
    errors: [...writing, NOT_FOUND],
  },
  removePhoto: {
    method: 'DELETE',
    path: '/training/class/{id}/photos/{photoId}',
    summary: 'Remove a photo with its file: who added it, and staff',
    access: 'signed-in',
    params: ofPhoto,
    response: Done,
    errors: [...entering, CLASS_CLOSED, NOT_FOUND],
  },
  classDiary: {
    method: 'GET',
    path: '/training/class/{id}/diary',
    summary: 'The notices and the diary of a class, the newest first, for participants and staff',
    access: 'signed-in',
    params,
    query: PageQuery({ kind: Type.Optional(OneOf(diaryEntryKinds)) }),
    response: Page(DiaryEntry),
    errors: entering,
    cacheSeconds: 0,
  },
  addDiaryEntry: {
    method: 'POST',
    path: '/training/class-manage/{id}/diary',
    summary: 'Write into the diary of a class. A notice is announced to its participants',
    access: runsClasses,
    params,
    body: entry,
    response: Type.Object({ id: Id }),
    errors: writing,
  },
  changeDiaryEntry: {
    method: 'PUT',
    path: '/training/class-manage/{id}/diary/{entryId}',
    summary: 'Change an entry of the diary of a class',
    access: runsClasses,
    params: ofEntry,
    body: entry,
    response: Done,
    errors: [...writing, NOT_FOUND],
  },
  removeDiaryEntry: {
    method: 'DELETE',
    path: '/training/class-manage/{id}/diary/{entryId}',
    summary: 'Remove an entry of the diary of a class',
    access: runsClasses,
    params: ofEntry,
    response: Done,
    errors: [...writing, NOT_FOUND],
  },
} as const
