import { type CSSProperties, useId } from 'react'
import type { FieldOption } from './OptionsField.tsx'

interface Props {
  readonly rows: readonly FieldOption[]
  readonly columns: readonly FieldOption[]
  readonly isMultiple: boolean
  /** The chosen columns of each row. */
  readonly cells: Readonly<Record<number, readonly number[]>>
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly onChange: (rowId: number, columnIds: number[]) => void
}

/**
 * Rows with the same columns to choose from. Every row is a group of its own for keys and screen readers; on a wide screen they
 * stand under common headings, on a phone each is a card with its choices written out.
 */
export function MatrixField({ rows, columns, isMultiple, cells, labelledBy, describedBy, onChange }: Props) {
  const id = useId()
  return (
    <fieldset
      className="sv-matrix"
      style={{ '--sv-columns': columns.length } as CSSProperties}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      <div className="sv-matrix-head" aria-hidden="true">
        <span />
        {columns.map((column) => (
          <span key={column.id}>{column.text}</span>
        ))}
      </div>
      {rows.map((row) => {
        const chosen = cells[row.id] ?? []
        const toggle = (columnId: number) => {
          if (!isMultiple) return onChange(row.id, [columnId])
          const ids = columns.map((column) => column.id)
          onChange(
            row.id,
            ids.filter((id) => chosen.includes(id) !== (id === columnId)),
          )
        }
        return (
          <fieldset key={row.id} className="sv-matrix-row" aria-labelledby={`${id}-${row.id}`}>
            <span id={`${id}-${row.id}`} className="sv-matrix-name">
              {row.text}
            </span>
            {columns.map((column) => (
              <label key={column.id} data-chosen={chosen.includes(column.id)}>
                <input
                  type={isMultiple ? 'checkbox' : 'radio'}
                  name={`${id}-${row.id}`}
                  checked={chosen.includes(column.id)}
                  onChange={() => toggle(column.id)}
                />
                <span>{column.text}</span>
              </label>
            ))}
          </fieldset>
        )
      })}
    </fieldset>
  )
}
