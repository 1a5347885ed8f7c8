import './correction-table.css'
import { Checkbox } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../i18n/texts.ts'
import { type CorrectedCell, CorrectionCell } from './CorrectionCell.tsx'

interface CorrectionColumn {
  readonly column: string
  readonly heading: string
  readonly required: boolean
  /** No two rows may have the same value. */
  readonly unique: boolean
}

interface CorrectionRow {
  /** As the spreadsheet counts. */
  readonly row: number
  readonly correctable: boolean
  readonly cells: readonly CorrectedCell[]
}

export interface TypedCorrection<Column extends string> {
  readonly row: number
  readonly column: Column
  readonly value: string
  /** Also every wrong cell of the column with this text. */
  readonly from?: string
}

interface Props<Column extends string> {
  /** What the table is about, for screen readers. */
  readonly label: string
  readonly columns: readonly (CorrectionColumn & { readonly column: Column })[]
  readonly rows: readonly CorrectionRow[]
  /** The columns by which somebody knows a row: shown without an error as well. */
  readonly known: readonly Column[]
  /** The text of an error code. */
  readonly reason: (code: number) => ReactNode
  readonly onCorrect: (correction: TypedCorrection<Column>) => Promise<unknown>
  /** What is being saved or waits for that: a check begins after it. */
  readonly onSaving: (work: Promise<unknown>) => void
}

/**
 * The rows of an import with errors, corrected in place. What is typed is handed over at once, so that nothing is lost; the
 * caller has it checked again. Tab leads to the next cell, Enter to the next wrong one.
 */
export function CorrectionTable<Column extends string>(props: Props<Column>) {
  const { label, columns, rows, known, reason, onCorrect, onSaving } = props
  const t = useText('shell')
  const place = useRef<HTMLElement>(null)
  const [isAll, setAll] = useState(false)
  const wrongColumns = new Set(
    rows
      .flatMap(({ cells }) => cells.filter(({ codes, unchecked }) => codes.length > 0 || unchecked))
      .map((cell) => cell.column),
  )
  const shown = columns.filter(({ column }) => isAll || known.includes(column) || wrongColumns.has(column))
  const toNext = (from: HTMLElement, backwards: boolean) => {
    const wrong = [...(place.current?.querySelectorAll<HTMLElement>('input[data-wrong="true"]') ?? [])]
    const following = backwards ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
    const rest = wrong.filter((input) => from.compareDocumentPosition(input) & following)
    const next = backwards ? rest.at(-1) : rest[0]
    if (next) next.focus()
    else from.blur()
  }
  return (
    <section className="sy-corrections sy-column sy-gap-3" aria-label={label} ref={place}>
      <div className="sy-row sy-wrap sy-apart sy-gap-3">
        <span className="sy-note">{t('corrections.hint')}</span>
        <Checkbox checked={isAll} onChange={(event) => setAll(event.target.checked)}>
          {t('corrections.allColumns')}
        </Checkbox>
      </div>
      <div className="sy-corrections-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('corrections.column')}</th>
              {shown.map(({ column, heading, required }) => (
                <th scope="col" key={column}>
                  {required && !heading.includes('*') ? `${heading} *` : heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, correctable, cells }) => (
              <tr key={row}>
                <th scope="row">
                  {t('corrections.rowNumber', { row })}
                  {!correctable && <p className="sy-note">{t('corrections.rowImported')}</p>}
                </th>
                {shown.map(({ column, heading, unique }) => {
                  const cell = cells.find((one) => one.column === column)
                  if (!cell) return <td key={column} data-heading={heading} />
                  const isWrong = cell.codes.length > 0
                  return (
                    <td key={column} data-heading={heading} data-wrong={isWrong}>
                      {correctable ? (
                        <CorrectionCell
                          cell={cell}
                          label={t('corrections.cellLabel', { row, heading })}
                          repeatable={!unique}
                          reason={reason}
                          onCorrect={(value, from) =>
                            onCorrect({ row, column, value, ...(from !== undefined && { from }) })
                          }
                          onSaving={onSaving}
                          onEnter={toNext}
                        />
                      ) : (
                        <div className="sy-correction">
                          <span>{cell.value}</span>
                          {cell.codes.map((code) => (
                            <p className="sy-correction-reason" key={code}>
                              {reason(code)}
                            </p>
                          ))}
                        </div>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
