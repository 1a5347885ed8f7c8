/** Saved views: a report with a name, its versions, and who else may open it. */
import { Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, OneOf, OptionalText, Page, PageQuery, Title } from '#kit/schema.ts'
import { managesReports } from './access.ts'
import { BEYOND_SCOPE, QUERY_INCORRECT, SOURCE_CLOSED, TOO_MANY_REPORTS, VIEW_CHANGED } from './codes.ts'
import { ReportQuery } from './query.ts'
import { audiences, ViewDetails, ViewItem } from './shapes.ts'

const one = Type.Object({ id: Id })
const fields = { name: Title(60), description: OptionalText(300), query: ReportQuery }
const revision = Type.Integer({ minimum: 1 })

export const viewCalls = {
  views: {
    method: 'GET',
    path: '/reports/views',
    summary: 'Saved views of the caller, or those that others share with the caller; the last changed first',
    access: 'signed-in',
    query: PageQuery({ of: OneOf(['own', 'shared'] as const), search: Type.Optional(Type.String({ maxLength: 60 })) }),
    response: Page(ViewItem),
  },
  view: {
    method: 'GET',
    path: '/reports/views/{id}',
    summary: 'A saved view',
    access: 'signed-in',
    params: one,
    response: ViewDetails,
    errors: [NOT_FOUND],
  },
  saveView: {
    method: 'POST',
    path: '/reports/views',
    summary: 'Saves a report as a view',
    access: 'signed-in',
    body: Body(fields),
    response: Type.Object({ id: Id }),
    errors: [QUERY_INCORRECT, SOURCE_CLOSED, TOO_MANY_REPORTS],
  },
  changeView: {
    method: 'PUT',
    path: '/reports/views/{id}',
    summary: 'Changes an own view; the earlier state stays as a version',
    access: 'signed-in',
    params: one,
    body: Body({ ...fields, revision }),
    response: Type.Object({ revision }),
    errors: [NOT_FOUND, QUERY_INCORRECT, SOURCE_CLOSED, VIEW_CHANGED],
  },
  deleteView: {
    method: 'DELETE',
    path: '/reports/views/{id}',
    summary: 'Deletes an own view with its schedules',
    access: 'signed-in',
    params: one,
    response: Done,
    errors: [NOT_FOUND],
  },
  viewVersions: {
    method: 'GET',
    path: '/reports/views/{id}/versions',
    summary: 'Earlier states of an own view, the newest first',
    access: 'signed-in',
    params: one,
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          revision,
          name: Type.String(),
          description: Type.String(),
          query: ReportQuery,
          createdAt: Instant,
        }),
      ),
    }),
    errors: [NOT_FOUND],
  },
  shareView: {
    method: 'PUT',
    path: '/reports/views/{id}/audience',
    summary: 'Says who else may open an own view; each sees it in the own scope',
    access: managesReports,
    params: one,
    body: Body({
      audience: OneOf(audiences),
      organizationIds: Type.Array(Id, { maxItems: 100 }),
      memberIds: Type.Array(Id, { maxItems: 500 }),
    }),
    response: Done,
    errors: [NOT_FOUND, BEYOND_SCOPE],
    onSelf: { allowed: 'Who is in the audience sees rows of the own scope alone.' },
  },
} as const
