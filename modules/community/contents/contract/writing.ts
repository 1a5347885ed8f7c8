/** Writing contents: drafts, publication, versions. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { FILE_TOO_LARGE, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { ACCOUNT_FROZEN, NO_EXPERT, TOO_MANY_CIRCLES, TOO_OFTEN } from '#modules/community/community/contract.ts'
import { MUTED } from '#modules/content/moderation/contract.ts'
import { CAPTION_UNREADABLE, CaptionText, CaptionTrack, LanguageTag } from '#modules/content/playback/contract.ts'
import { CONTENT_CHANGED, DRAFT_CHANGED, TITLE_TAKEN, TOO_MANY_DRAFTS } from './codes.ts'
import {
  ContentType,
  Draft,
  DraftFields,
  DraftRow,
  EditedContent,
  Outcome,
  PublishedFields,
  VersionState,
  WaitingChange,
} from './shapes.ts'

const base = '/knowledge-operation/question'
const ById = Type.Object({ id: Id })
const Published = Type.Object({ id: Id, outcome: Outcome })
const publishing = [NOT_FOUND, MUTED, NO_EXPERT, ACCOUNT_FROZEN, TITLE_TAKEN, TOO_MANY_CIRCLES, TOO_OFTEN] as const

export const writingCalls = contract({
  drafts: {
    method: 'GET',
    path: `${base}/drafts`,
    summary: 'The caller’s drafts, the last changed first (COMMUNITY-086)',
    access: 'signed-in',
    query: PageQuery({ accountId: Type.Optional(Id) }),
    response: Page(DraftRow),
    cacheSeconds: 0,
  },
  draft: {
    method: 'GET',
    path: `${base}/draft-info`,
    summary: 'A draft of the caller (COMMUNITY-087)',
    access: 'signed-in',
    query: ById,
    response: Draft,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  saveDraft: {
    method: 'POST',
    path: `${base}/draft`,
    summary: 'Saves a draft, or makes one; a change of another device is not overwritten (COMMUNITY-086)',
    access: 'signed-in',
    body: Body({
      /** Left out for a new draft. */
      id: Type.Optional(Id),
      /** The published content that a new draft changes. */
      contentId: Type.Optional(Id),
      accountId: Id,
      type: ContentType,
      /** The revision that the caller has loaded; 0 for a new draft. */
      revision: Type.Integer({ minimum: 0 }),
      fields: DraftFields,
      /** The revision of the content on which a new draft of a change began; left out, the present one. */
      contentRevision: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    response: Type.Object({ id: Id, revision: Type.Integer() }),
    errors: [NOT_FOUND, NO_EXPERT, ACCOUNT_FROZEN, DRAFT_CHANGED, TOO_MANY_DRAFTS, FILE_TOO_LARGE],
    rate: { max: 120, windowSeconds: 60 },
  },
  saveCaption: {
    method: 'POST',
    path: `${base}/caption`,
    summary: 'Keeps the captions of a video in one language, from a WebVTT or SubRip file, for a draft to name',
    access: 'signed-in',
    body: Body({ accountId: Id, fileId: Id, language: LanguageTag, text: CaptionText }),
    response: CaptionTrack,
    errors: [NOT_FOUND, NO_EXPERT, ACCOUNT_FROZEN, CAPTION_UNREADABLE],
    rate: { max: 40, windowSeconds: 600 },
  },
  removeDraft: {
    method: 'DELETE',
    path: `${base}/draft/remove/{id}`,
    summary: 'Deletes a draft of the caller (COMMUNITY-088)',
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND],
  },
  forEdit: {
    method: 'GET',
    path: `${base}/find-question-by-id`,
    summary: 'A content as the account’s members change it (COMMUNITY-152)',
    access: 'signed-in',
    query: ById,
    response: EditedContent,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  publish: {
    method: 'POST',
    path: base,
    summary: 'Publishes a draft, which is then gone; the same call again answers the same (COMMUNITY-154)',
    access: 'signed-in',
    body: Body({
      draftId: Id,
      revision: Type.Integer({ minimum: 1 }),
      /** The revision of the content that the author has seen, and replaces knowingly; left out, the one on which the draft began. */
      contentRevision: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    response: Published,
    errors: [...publishing, DRAFT_CHANGED, CONTENT_CHANGED],
    rate: { max: 30, windowSeconds: 60 },
  },
  change: {
    method: 'PUT',
    path: base,
    summary: 'Changes a content without a draft (COMMUNITY-155)',
    access: 'signed-in',
    body: Body({ id: Id, revision: Type.Integer({ minimum: 1 }), fields: PublishedFields }),
    response: Published,
    errors: [...publishing, CONTENT_CHANGED],
    rate: { max: 30, windowSeconds: 60 },
  },
  withdrawChange: {
    method: 'DELETE',
    path: `${base}/change/{id}`,
    summary: 'Takes back a change that waits for its review; the content stays as readers see it, and the text is kept',
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  publication: {
    method: 'GET',
    path: `${base}/publication`,
    summary: 'What a publication would meet: whether somebody looks at it before readers see it, afterwards, or never',
    access: 'signed-in',
    query: Type.Object({
      /** The content that would change; left out for a new one. */
      contentId: Type.Optional(Id),
    }),
    response: Type.Object({
      review: OneOf(['none', 'before', 'after'] as const),
      /** Readers see the content already. */
      isChange: Type.Boolean(),
      change: WaitingChange,
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  versions: {
    method: 'GET',
    path: `${base}/versions`,
    summary: 'The versions of a content, the newest first; for the account’s members',
    access: 'signed-in',
    query: ById,
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          id: Id,
          number: Type.Integer(),
          title: Type.String(),
          state: VersionState,
          at: Instant,
          by: Type.String(),
        }),
      ),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  restoreVersion: {
    method: 'POST',
    path: `${base}/restore`,
    summary: 'Makes a draft of a change with the text of a version; an open draft is replaced only as it was loaded',
    access: 'signed-in',
    body: Body({
      /** Of the version. */
      id: Id,
      /** The revision of the caller’s draft that the text replaces; 0 where there is none. */
      revision: Type.Integer({ minimum: 0 }),
    }),
    response: Type.Object({ id: Id, revision: Type.Integer() }),
    errors: [NOT_FOUND, ACCOUNT_FROZEN, DRAFT_CHANGED, TOO_MANY_DRAFTS],
    rate: { max: 30, windowSeconds: 60 },
  },
  version: {
    method: 'GET',
    path: `${base}/version`,
    summary: 'A version of a content, with its text',
    access: 'signed-in',
    query: ById,
    response: Type.Object({ id: Id, number: Type.Integer(), title: Type.String(), html: Type.String() }),
    errors: [NOT_FOUND],
  },
})
