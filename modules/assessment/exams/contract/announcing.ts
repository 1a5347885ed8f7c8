/** What those who watch over an exam say to its examinees while they answer, and who has read it. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, Page, PageQuery, Text } from '#kit/schema.ts'
import { ATTEMPT_RESET, ATTEMPT_STATE, TOO_MANY_ANNOUNCEMENTS } from './codes.ts'

export const announcementLengthMax = 500
export const announcementsMax = 100
/** Whoever starts later reads what was said so shortly before. */
export const announcementAgeMsMax = 900_000

/** On the screen of an examinee, until it is acknowledged. */
export const Announcement = Type.Object({ id: Id, text: Type.String(), sentAt: Instant })
export type Announcement = Static<typeof Announcement>

export const SentAnnouncement = Type.Object({
  ...Announcement.properties,
  sentBy: Type.String(),
  /** Null: everybody who answers. */
  receiver: Nullable(Type.String()),
  /** How many have acknowledged it, and how many who answer at the moment have not. */
  acknowledged: Type.Integer(),
  waiting: Type.Integer(),
})
export type SentAnnouncement = Static<typeof SentAnnouncement>

const params = Type.Object({ id: Id })

export const announcingCalls = {
  announce: {
    method: 'POST',
    path: '/exam-invigilation/{id}/announcements',
    summary:
      'Say something to everybody who answers, or to one examinee: it stands on the screen until it is acknowledged',
    access: 'signed-in',
    params,
    body: Body({ text: Text(announcementLengthMax), attemptId: Type.Optional(Id) }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, NO_PERMISSION, ATTEMPT_STATE, TOO_MANY_ANNOUNCEMENTS],
    isLogged: true,
    onSelf: { allowed: 'Everybody who sits the exam reads the same, and the log names who said it.' },
  },
  announcements: {
    method: 'GET',
    path: '/exam-invigilation/{id}/announcements',
    summary: 'What was said in an exam, the newest first, and how many have acknowledged it',
    access: 'signed-in',
    params,
    query: PageQuery({}),
    response: Page(SentAnnouncement),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  acknowledge: {
    method: 'POST',
    path: '/exam/attempts/{id}/announcements/{announcementId}/acknowledge',
    summary: 'The examinee has read an announcement. A repeat changes nothing',
    access: 'signed-in',
    params: Type.Object({ id: Id, announcementId: Id }),
    response: Done,
    errors: [NOT_FOUND, ATTEMPT_RESET],
  },
} as const
