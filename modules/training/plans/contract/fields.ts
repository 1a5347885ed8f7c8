/** What plans, costs and scores hold, with the bounds of the specification. */
import { type Static, Type } from 'typebox'
import { CalendarDay } from '#kit/days.ts'
import { Body, Id, Nullable, OneOf, OptionalText, OptionalTitle, Title } from '#kit/schema.ts'

export const nameLengthMax = 100
export const codeLengthMax = 40
export const noteLengthMax = 500
export const labelLengthMax = 30
export const itemsMax = 500
export const linesMax = 500
export const importedRowsMax = 100
/** TRAINING-052: 0–1000 with one decimal, in tenths. */
export const scoreTenthsMax = 10_000
/** TRAINING-053: 0–100,000 with two decimals, in hundredths. */
export const costHundredthsMax = 10_000_000
/** TRAINING-054 and TRAINING-056. Zero is allowed: a class that is not filled yet (TRAINING-055). */
export const quotaMax = 10_000
export const headcountMax = 10_000

export const costCategories = ['venue', 'trainer', 'material', 'travel', 'catering', 'other'] as const
export const CostCategory = OneOf(costCategories)
export type CostCategory = Static<typeof CostCategory>

const CostHundredths = Type.Integer({ minimum: 0, maximum: costHundredthsMax })
/** An amount for each category. */
const Costs = Type.Object(
  {
    venue: CostHundredths,
    trainer: CostHundredths,
    material: CostHundredths,
    travel: CostHundredths,
    catering: CostHundredths,
    other: CostHundredths,
  },
  { additionalProperties: false },
)
export type Costs = Static<typeof Costs>
export const noCosts: Costs = { venue: 0, trainer: 0, material: 0, travel: 0, catering: 0, other: 0 }

export const planFields = {
  name: Title(nameLengthMax),
  year: Type.Integer({ minimum: 2000, maximum: 2099 }),
  /** Whoever manages plans of this organization, or of one above it, manages the plan. */
  organizationId: Id,
  note: OptionalText(noteLengthMax),
}
export const PlanInput = Body(planFields)
export type PlanInput = Static<typeof PlanInput>

export const itemFields = {
  name: Title(nameLengthMax),
  /** Once in a plan; empty: none. */
  courseCode: OptionalTitle(codeLengthMax),
  startsOn: Nullable(CalendarDay),
  endsOn: Nullable(CalendarDay),
  headcount: Type.Integer({ minimum: 0, maximum: headcountMax }),
  quota: Type.Integer({ minimum: 0, maximum: quotaMax }),
  costs: Costs,
}
export const ItemInput = Body(itemFields)
export type ItemInput = Static<typeof ItemInput>

export const newItem: ItemInput = {
  ...{ name: '', courseCode: '', startsOn: null, endsOn: null, headcount: 0, quota: 0, costs: noCosts },
}

export const lineKinds = ['planned', 'actual'] as const
const LineKind = OneOf(lineKinds)
export type LineKind = Static<typeof LineKind>

export const lineFields = {
  kind: LineKind,
  category: CostCategory,
  /** What it was for; of the category `other` its own name. */
  label: OptionalTitle(labelLengthMax),
  costHundredths: CostHundredths,
  /** When it was spent. */
  spentOn: Nullable(CalendarDay),
  note: OptionalText(noteLengthMax),
  voucherFileId: Nullable(Id),
}
export const LineInput = Body(lineFields)
export type LineInput = Static<typeof LineInput>

/** `pending`: approvers decide. `returned`: they have refused, with a reason. */
export const planStates = ['draft', 'pending', 'approved', 'returned'] as const
export const PlanState = OneOf(planStates)
export type PlanState = Static<typeof PlanState>
