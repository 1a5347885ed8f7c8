/** What administrators of a circle announce, and who has read it. */
import { Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, OneOf, Page, PageQuery, Text, Title } from '#kit/schema.ts'
import { MUTED } from '#modules/content/moderation/contract.ts'
import { TOO_OFTEN } from '../shapes.ts'
import {
  AnnouncementReader,
  announcementLengthMax,
  announcementTitleLengthMax,
  CircleAnnouncement,
  circlesPath,
} from './shapes.ts'

const ById = Type.Object({ id: Id })
const texts = { title: Title(announcementTitleLengthMax), content: Text(announcementLengthMax) }
const path = `${circlesPath}/announcement/{id}`
const managed = { access: 'signed-in', params: ById, errors: [NOT_FOUND, NO_PERMISSION] } as const

export const circleAnnouncementCalls = {
  circleAnnouncements: {
    method: 'GET',
    path: `${circlesPath}/{id}/announcements`,
    summary: 'The announcements of a circle, the pinned one first; for who may look into it',
    access: 'signed-in',
    params: ById,
    query: PageQuery({}),
    response: Page(CircleAnnouncement),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  announceInCircle: {
    ...managed,
    method: 'POST',
    path: `${circlesPath}/{id}/announcements`,
    summary: 'Announce something to the members of a circle, who get a message (COMMUNITY-084)',
    body: Body(texts),
    errors: [...managed.errors, MUTED],
    response: ById,
    rate: { max: 20, windowSeconds: 60 },
  },
  changeCircleAnnouncement: {
    ...managed,
    method: 'PUT',
    path,
    summary: 'Change an announcement; who has read it need not read it again',
    body: Body(texts),
    errors: [...managed.errors, MUTED],
    response: Done,
  },
  removeCircleAnnouncement: {
    ...managed,
    method: 'DELETE',
    path,
    summary: 'Remove an announcement with its receipts',
    response: Done,
  },
  pinCircleAnnouncement: {
    ...managed,
    method: 'PUT',
    path: `${path}/pin`,
    summary: 'Put an announcement on top, in place of the one that is there, or take it down',
    body: Body({ pinned: Type.Boolean() }),
    response: Done,
  },
  readCircleAnnouncement: {
    method: 'POST',
    path: `${path}/read`,
    summary: 'Records that the caller, a member of the circle, has read the announcement; once',
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND],
  },
  announcementReaders: {
    ...managed,
    method: 'GET',
    path: `${path}/readers`,
    summary: 'The members of the circle who have read an announcement, or who have not',
    query: PageQuery({ state: OneOf(['read', 'unread'] as const) }),
    response: Page(AnnouncementReader),
    cacheSeconds: 0,
  },
  remindOfAnnouncement: {
    ...managed,
    method: 'POST',
    path: `${path}/remind`,
    summary: 'Reminds the members who have not read an announcement; once an hour',
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, TOO_OFTEN],
  },
} as const
