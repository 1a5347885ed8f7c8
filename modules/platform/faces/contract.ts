/** Faces: its calls. Imports kit/ and typebox only, for both sides read it. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND, TOO_MANY_CALLS } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable } from '#kit/schema.ts'

/** Both pictures show different people. `count` tries are left. */
export const FACE_FAILED = errorCode(440001)
export const FACE_BUSY = errorCode(440002)
/** The company has not opened the comparison of faces, or no service is set up. */
export const FACE_NOT_OPEN = errorCode(440003)
/** The picture shows no face, or not well enough. */
export const FACE_UNUSABLE = errorCode(440004)
/** The member keeps no picture to compare with. */
export const FACE_MISSING = errorCode(440005)
/** One is kept already: it goes before another comes. */
export const FACE_KEPT = errorCode(440006)

/** The picture was not compared within the last minutes. */
export const FACE_NEEDED = errorCode(440007)

/** So many pictures of somebody else count as tries within `triesWindowMs`; then a person looks. */
export const faceTriesMax = 3
export const triesWindowMs = 15 * 60_000
/** So many comparisons of a member within `triesWindowMs`, whatever comes of them. */
export const comparisonsMax = 10

const Picture = Body({ fileId: Id })

export const faces = contract({
  ownFace: {
    method: 'GET',
    path: '/human/face',
    summary: 'Whether the company compares faces, and whether the caller keeps a picture for it',
    access: 'signed-in',
    response: Type.Object({
      isOpen: Type.Boolean(),
      /** When the caller agreed that the picture is kept; null: none is. */
      consentedAt: Nullable(Instant),
    }),
    cacheSeconds: 0,
  },
  keepFace: {
    method: 'PUT',
    path: '/human/face',
    summary: 'Keeps an own uploaded picture to compare others with, with the consent of the caller (IDENTITY-099)',
    access: 'signed-in',
    outside: true,
    noDryRun: 'outside',
    body: Body({ fileId: Id, consents: Type.Literal(true) }),
    response: Done,
    errors: [NOT_FOUND, FACE_NOT_OPEN, FACE_KEPT, FACE_UNUSABLE, FACE_BUSY],
  },
  removeFace: {
    method: 'DELETE',
    path: '/human/face',
    summary: 'Takes the consent back: the picture is deleted. May be repeated',
    access: 'signed-in',
    response: Done,
  },
  compareFace: {
    method: 'POST',
    path: '/human/face/comparisons',
    summary: 'Compares an own uploaded picture with the one that is kept (IDENTITY-099)',
    access: 'signed-in',
    outside: true,
    noDryRun: 'outside',
    body: Picture,
    response: Done,
    errors: [NOT_FOUND, FACE_NOT_OPEN, FACE_MISSING, FACE_UNUSABLE, FACE_FAILED, FACE_BUSY, TOO_MANY_CALLS],
  },
})
