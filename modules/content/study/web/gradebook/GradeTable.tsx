import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Person } from '#web/ui/Person.tsx'
import type { Grade, GradeItem, GradeRow } from '../../contract/gradebook.ts'
import type { study } from '../../contract.ts'
import { studyPaths } from '../paths.ts'

type Totals = Output<typeof study.gradebookTotals>

interface Props {
  readonly columns: readonly GradeItem[]
  readonly rows: readonly GradeRow[]
  readonly totals: Totals | undefined
}

const keyOf = ({ businessType, businessId }: { businessType: number; businessId: string }) =>
  `${businessType}:${businessId}`

/** Two columns stand before those of the items: the member and the member's total. */
const columnsBefore = 2

/** Where an arrow leads in a table of so many rows and columns; undefined for other keys. */
function movedTo(event: KeyboardEvent, [row, column]: readonly [number, number], rows: number, columns: number) {
  const { key, ctrlKey, altKey, metaKey } = event
  // The browser's own: back and forward.
  if (altKey || metaKey) return undefined
  const steps: Record<string, readonly [number, number]> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [ctrlKey ? 0 : row, 0],
    End: [ctrlKey ? rows - 1 : row, columns - 1],
    PageUp: [0, column],
    PageDown: [rows - 1, column],
  }
  const target = steps[key]
  if (!target) return undefined
  const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, value))
  return [within(target[0], rows), within(target[1], columns)] as const
}

/** One cell is in the tab order; the arrows move through all of them. */
function useCells(rows: number, columns: number) {
  const [at, setAt] = useState<readonly [number, number]>([0, 0])
  const table = useRef<HTMLTableElement>(null)
  // What is shown may have fewer rows or columns than what was walked through.
  const current = [Math.min(at[0], rows - 1), Math.min(at[1], columns - 1)] as const
  const cell = (row: number, column: number) => ({
    'data-cell': `${row},${column}`,
    tabIndex: row === current[0] && column === current[1] ? 0 : -1,
    onFocus: () => setAt([row, column]),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedTo(event, current, rows, columns)
    if (!next) return
    event.preventDefault()
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.join(',')}"]`)?.focus()
  }
  return { table, cell, onKeyDown }
}

/** Members and what they study. The head and the first column stay in view; on a phone each member is a card. */
export function GradeTable({ columns, rows, totals }: Props) {
  const t = useText('study')
  const { table, cell, onKeyDown } = useCells(rows.length + 1, columns.length + columnsBefore)
  const totalOf = new Map(totals?.items.map((one) => [keyOf(one), one]))
  return (
    <div className="st-grades">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table through which the arrows move is a grid. */}
      <table role="grid" aria-label={t('gradebook.title')} ref={table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col" {...cell(0, 0)}>
              {t('gradebook.member')}
            </th>
            <th scope="col" {...cell(0, 1)}>
              {t('gradebook.total')}
            </th>
            {columns.map((column, index) => (
              <th key={keyOf(column)} scope="col" className="st-grade-item">
                <Link to={column.link} title={column.name} {...cell(0, index + columnsBefore)}>
                  {column.name}
                </Link>
                <ItemTotal label={column.label} total={totalOf.get(keyOf(column))} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.member.id}>
              <th scope="row">
                <Member row={row} cell={cell(index + 1, 0)} />
              </th>
              <td data-label={t('gradebook.total')} {...cell(index + 1, 1)}>
                <span className="st-grade">
                  {row.registeredCount > 0 && <b className="sy-number">{row.percent}%</b>}
                  <small>
                    {row.registeredCount > 0
                      ? t('gradebook.doneOf', { done: row.doneCount, count: row.registeredCount })
                      : t('gradebook.state.not-registered')}
                  </small>
                </span>
              </td>
              {columns.map((column, at) => (
                <td
                  key={keyOf(column)}
                  data-label={column.name}
                  data-state={row.grades[at]?.state ?? 'hidden'}
                  {...cell(index + 1, at + columnsBefore)}
                >
                  <GradeCell grade={row.grades[at] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ItemTotal({ label, total }: { label: string; total: Totals['items'][number] | undefined }) {
  const t = useText('study')
  const { doneCount = 0, registeredCount = 0 } = total ?? {}
  const share = registeredCount === 0 ? 0 : Math.floor((doneCount * 100) / registeredCount)
  return (
    <small>
      {label} · {total ? t('gradebook.itemTotal', { done: doneCount, count: registeredCount, share }) : '…'}
      <span className="st-grade-bar" aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
    </small>
  )
}

interface MemberProps {
  readonly row: GradeRow
  readonly cell: object
}

function Member({ row: { member, mayOpenRecord }, cell }: MemberProps) {
  const t = useText('study')
  const note = member.hasLeft ? t('gradebook.left', { name: member.organization.name }) : member.organization.name
  return (
    <Person name={member.fullName} path={member.avatarPath} note={note}>
      {mayOpenRecord ? (
        <Link to={studyPaths.record(member.id)} title={t('record.open', { name: member.fullName })} {...cell}>
          {member.fullName}
        </Link>
      ) : (
        <span {...cell}>{member.fullName}</span>
      )}
    </Person>
  )
}

function GradeCell({ grade }: { grade: Grade | null }) {
  const t = useText('study')
  if (!grade) return <span className="sy-faint">{t('gradebook.hidden')}</span>
  const { state, percent, score, finishedAt } = grade
  if (state === 'not-registered')
    return (
      <span className="sy-faint" title={t('gradebook.state.not-registered')}>
        <span aria-hidden="true">—</span>
        <span className="sy-visually-hidden">{t('gradebook.state.not-registered')}</span>
      </span>
    )
  return (
    <span className="st-grade">
      <span>
        {state === 'done' && <Icon name="check" size={16} />}
        {state === 'learning' ? <b className="sy-number">{percent}%</b> : t(`gradebook.state.${state}`)}
        {score !== null && <em className="sy-number">{t('gradebook.score', { score })}</em>}
      </span>
      {state === 'learning' && <small>{t('gradebook.state.learning')}</small>}
      {state === 'done' && (
        <small>
          <DateText value={finishedAt} style="day" />
        </small>
      )}
    </span>
  )
}
