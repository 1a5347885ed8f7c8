/** Training plans: the classes that an organization wants in a year, and what they may cost. */
import { type Static, Type } from 'typebox'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { IMPORT_INCORRECT, ImportResult, importSchemas } from '#kit/import-rows.ts'
import { Body, Done, Id, Instant, Nullable, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { managesPlans } from './access.ts'
import {
  COURSE_CODE_USED,
  ITEM_HAS_CLASSES,
  PLAN_CHANGED,
  PLAN_EMPTY,
  PLAN_STATE,
  TOO_MANY_LINES,
  TOO_MANY_ROWS,
} from './codes.ts'
import { costCategories, ItemInput, importedRowsMax, itemFields, PlanInput, PlanState, planFields } from './fields.ts'

const Plan = Type.Object({
  id: Id,
  ...planFields,
  organizationName: Type.String(),
  state: PlanState,
  isInApproval: Type.Boolean(),
  /** Why approvers have refused it. */
  reason: Type.String(),
  itemCount: Type.Integer(),
  classCount: Type.Integer(),
  headcount: Type.Integer(),
  plannedHundredths: Type.Integer(),
  /** What the classes that were made from it have cost so far. */
  actualHundredths: Type.Integer(),
  changedAt: Instant,
  revision: Type.Integer(),
})
export type Plan = Static<typeof Plan>

const amounts = { plannedHundredths: Type.Integer(), actualHundredths: Type.Integer() }
const PlanDetails = Type.Object({
  ...Plan.properties,
  /** The categories of costs in their order: planned, and actual by the classes. */
  categories: Type.Array(Type.Object({ category: Type.String(), ...amounts })),
  /** Handing in asks approvers. */
  needsApproval: Type.Boolean(),
})
export type PlanDetails = Static<typeof PlanDetails>

const Item = Type.Object({
  id: Id,
  ...itemFields,
  ...amounts,
  classes: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  revision: Type.Integer(),
})
export type PlanItem = Static<typeof Item>

export const itemColumns = [
  ...(['courseCode', 'name', 'startsOn', 'endsOn', 'headcount', 'quota'] as const),
  ...costCategories,
] as const
export type ItemColumn = (typeof itemColumns)[number]
const itemImport = importSchemas(itemColumns, importedRowsMax)

const params = Type.Object({ id: Id })
const itemParams = Type.Object({ id: Id, itemId: Id })
const access = managesPlans
const refusals = [NO_PERMISSION, NOT_FOUND, PLAN_STATE] as const
const Saved = Type.Object({ id: Id, revision: Type.Integer() })
const Revision = Type.Integer({ minimum: 0 })

export const planCalls = {
  plans: {
    method: 'GET',
    path: '/training/plan',
    summary: 'The training plans of the organizations whose plans the caller manages, the latest year first',
    access,
    query: PageQuery({
      year: Type.Optional(Type.Integer({ minimum: 2000, maximum: 2099 })),
      state: Type.Optional(PlanState),
      search: Type.Optional(OptionalText(100)),
    }),
    response: Page(Plan),
    cacheSeconds: 0,
  },
  plan: {
    method: 'GET',
    path: '/training/plan/{id}',
    summary: 'One training plan with its budget by category',
    access,
    params,
    response: PlanDetails,
    errors: [NO_PERMISSION, NOT_FOUND],
    cacheSeconds: 0,
  },
  createPlan: {
    method: 'POST',
    path: '/training/plan',
    summary: 'Begin a training plan',
    access,
    body: PlanInput,
    response: Saved,
    errors: [NO_PERMISSION, NOT_FOUND],
  },
  changePlan: {
    method: 'PUT',
    path: '/training/plan/{id}',
    summary: 'Change the name, the year, the organization or the note of a plan that is written',
    access,
    params,
    body: Body({ ...planFields, revision: Revision }),
    response: Saved,
    errors: [...refusals, PLAN_CHANGED],
  },
  deletePlan: {
    method: 'DELETE',
    path: '/training/plan/{id}',
    summary: 'Delete a plan that is written and of which no class was made',
    access,
    params,
    response: Done,
    errors: [...refusals, ITEM_HAS_CLASSES],
  },
  submitPlan: {
    method: 'POST',
    path: '/training/plan/{id}/submission',
    summary: 'Hand in a plan: approvers decide where approval is on, otherwise it holds at once',
    access,
    params,
    response: Type.Object({ id: Id, state: PlanState }),
    errors: [...refusals, PLAN_EMPTY],
  },
  reopenPlan: {
    method: 'POST',
    path: '/training/plan/{id}/reopening',
    summary: 'Write a plan again that holds, or that waits for approvers: the application is withdrawn',
    access,
    params,
    response: Type.Object({ id: Id, state: PlanState }),
    errors: [...refusals],
  },
  planItems: {
    method: 'GET',
    path: '/training/plan/{id}/items',
    summary: 'The items of a plan in the order of their days',
    access,
    params,
    query: PageQuery({ search: Type.Optional(OptionalText(100)) }),
    response: Page(Item),
    errors: [NO_PERMISSION, NOT_FOUND],
    cacheSeconds: 0,
  },
  addItem: {
    method: 'POST',
    path: '/training/plan/{id}/items',
    summary: 'Add an item to a plan that is written',
    access,
    params,
    body: ItemInput,
    response: Saved,
    errors: [...refusals, COURSE_CODE_USED, TOO_MANY_LINES],
  },
  changeItem: {
    method: 'PUT',
    path: '/training/plan/{id}/items/{itemId}',
    summary: 'Change an item of a plan that is written',
    access,
    params: itemParams,
    body: Body({ ...itemFields, revision: Revision }),
    response: Saved,
    errors: [...refusals, COURSE_CODE_USED, PLAN_CHANGED],
  },
  deleteItem: {
    method: 'DELETE',
    path: '/training/plan/{id}/items/{itemId}',
    summary: 'Delete an item of a plan that is written and of which no class was made',
    access,
    params: itemParams,
    response: Done,
    errors: [...refusals, ITEM_HAS_CLASSES],
  },
  makeClass: {
    method: 'POST',
    path: '/training/plan/{id}/items/{itemId}/class',
    summary: 'Make a draft of a class from an item of a plan that holds; its planned costs become those of the class',
    access,
    params: itemParams,
    body: Body({ startsAt: Nullable(Instant), endsAt: Nullable(Instant) }),
    response: Type.Object({ classId: Id }),
    errors: [...refusals],
  },
  itemTemplate: {
    method: 'GET',
    path: '/training/plan-item-template',
    summary: 'A spreadsheet of items to fill in, in the language of the caller',
    access,
    kind: 'stream',
    response: Type.String(),
  },
  readItems: {
    method: 'POST',
    path: '/training/plan-item-file',
    summary: 'Read a spreadsheet of items (field `file`), at most 100 rows. Nothing is kept',
    access,
    kind: 'multipart',
    noDryRun: 'upload',
    response: itemImport.Read,
    errors: [FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, TOO_MANY_ROWS, IMPORT_INCORRECT],
  },
  importItems: {
    method: 'POST',
    path: '/training/plan/{id}/item-import',
    summary: 'Add the items of a spreadsheet: all of its rows, or none (TRAINING-051, 053, 054, 056)',
    access,
    params,
    body: itemImport.Written,
    response: ImportResult,
    errors: [...refusals, IMPORT_INCORRECT, TOO_MANY_LINES],
  },
  exportPlan: {
    method: 'GET',
    path: '/training/plan/{id}/export',
    summary: 'The items of a plan as a spreadsheet, planned against actual',
    access,
    kind: 'stream',
    params,
    response: Type.String(),
    errors: [NO_PERMISSION, NOT_FOUND],
    cacheSeconds: 0,
  },
} as const
