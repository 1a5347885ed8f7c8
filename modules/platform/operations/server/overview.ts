/** The figures of the administration's first page, which each module registers for its own lists. */
import { type Caller, can, coversCompany } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { together } from '#server/db/transaction.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Context } from '#server/module.ts'
import { isUnavailable } from '#server/unavailable.ts'
import { type OverviewFigure, overviewSections } from '../contract/overview.ts'
import type { Bilingual } from '../contract/shapes.ts'

interface FigureValue {
  readonly value: number
  /** What the value is a part of. */
  readonly of?: number
  /** The value by department, the largest first, at most six. */
  readonly parts?: readonly { readonly id: string; readonly name: string; readonly value: number }[]
}

type Counted = FigureValue | { readonly value: null; readonly parts?: undefined }

/** A figure of the overview. The list behind its link shows the same rows to the same caller. */
interface RegisteredFigure {
  /** `pushes.overdue`: unique on the platform. */
  readonly key: string
  readonly section: OverviewFigure['section']
  /** Ascending position in the section. */
  readonly order: number
  readonly label: Bilingual
  readonly hint: Bilingual
  readonly unit?: 'bytes'
  readonly isAlarm?: true
  /** As `contract/access.ts` has it for the screen behind the link; of several permissions one is enough. */
  readonly access: { readonly permission: string | readonly string[]; readonly wholeCompany?: true }
  readonly link: string
  /** Counts for this caller, in one statement that an index serves. */
  count(db: Connection, caller: Caller, now: number): Promise<FigureValue>
}

export const overviewFigure = extensionPoint<RegisteredFigure>('operations.overview')

function sees(caller: Caller, { permission, wholeCompany }: RegisteredFigure['access']): boolean {
  const codes = typeof permission === 'string' ? [permission] : permission
  return codes.some((code) => (wholeCompany ? coversCompany(caller, code) : can(caller, code)))
}

const sectionOf = ({ section }: RegisteredFigure) => overviewSections.indexOf(section)

/** The value; of a figure that fails (it takes too long, its module has a defect) null, and the log says why. */
async function countOrUnknown(
  db: Connection,
  { key, count }: RegisteredFigure,
  { caller, now, logError }: Context,
): Promise<Counted> {
  try {
    return await count(db, caller, now)
  } catch (error) {
    // Without a database there is no overview.
    if (isUnavailable(error)) throw error
    logError(error, `the figure ${key} of the overview could not be counted`)
    return { value: null }
  }
}

/** The figures that the caller may see, in the order of the page: read over one connection, however many there are. */
export async function readOverview(db: Connection, context: Context): Promise<OverviewFigure[]> {
  const seen = overviewFigure
    .all()
    .filter(({ access }) => sees(context.caller, access))
    .toSorted((one, other) => sectionOf(one) - sectionOf(other) || one.order - other.order)
  const values = await together(db, (shared) => seen.map((figure) => countOrUnknown(shared, figure, context)))
  return seen.map(({ key, section, label, hint, link, unit = 'count' as const, isAlarm = false }, index) => {
    const { parts = [], ...figure }: Counted = values[index] ?? { value: null }
    return { key, section, label, hint, link, unit, isAlarm, parts: [...parts], ...figure }
  })
}
