import './import-dialog.css'
import { Button, Input, Modal, Upload } from 'antd'
import { useState } from 'react'
import type { Endpoint, Output } from '#kit/contract.ts'
import {
  IMPORT_INCORRECT,
  type ImportProblem,
  type ImportRow,
  importCellLengthMax,
  importRuleTexts,
} from '#kit/import-rows.ts'
import { CallError, isRefusal } from '../api/call-error.ts'
import { failureText } from '../api/failure-text.ts'
import { download, forecastOf } from '../api/query.ts'
import { upload } from '../api/upload.ts'
import { useText } from '../i18n/texts.ts'
import { Failure } from './Failure.tsx'
import { Icon } from './Icon.tsx'
import { useAction } from './use-action.ts'

interface Props<Column extends string, Read extends Endpoint, Write extends Endpoint> {
  readonly title: string
  readonly hint?: string
  /** The columns in their order, with their headings. */
  readonly columns: readonly { readonly column: Column; readonly heading: string }[]
  readonly template: Endpoint
  /** Reads the file and keeps nothing. */
  readonly read: Read
  /** Takes the rows; it is tried before it is made. */
  readonly write: Write
  readonly inputOf: (rows: readonly ImportRow<Column>[]) => Parameters<typeof forecastOf<Write>>[1]
  readonly onImport: (rows: readonly ImportRow<Column>[]) => Promise<unknown>
  /** What the import would come to, as the try of it has answered. */
  readonly summaryOf?: (answer: Output<Write>) => string
  readonly onClose: () => void
}

const problemsIn = (error: unknown): readonly ImportProblem[] | undefined =>
  isRefusal(error, IMPORT_INCORRECT) && error instanceof CallError
    ? ((error.data?.problems ?? []) as readonly ImportProblem[])
    : undefined

/**
 * A small spreadsheet is read, tried, corrected cell by cell, and imported as a whole. Nothing is kept until the last button: the
 * rows are in this window alone.
 */
export function ImportDialog<Column extends string, Read extends Endpoint, Write extends Endpoint>(
  props: Props<Column, Read, Write>,
) {
  const { title, hint, columns, template, read, write, inputOf, onImport, summaryOf, onClose } = props
  const t = useText('shell')
  const kit = useText('kit')
  const { busy, run } = useAction()
  const [rows, setRows] = useState<readonly ImportRow<Column>[]>()
  const [problems, setProblems] = useState<readonly ImportProblem[]>([])
  const [isChecked, setChecked] = useState(false)
  const [summary, setSummary] = useState('')
  const [failure, setFailure] = useState<string>()

  const fail = async (error: CallError) => {
    const found = problemsIn(error)
    if (found) setProblems(found)
    else setFailure(await failureText(error))
  }
  const tryRows = async (next: readonly ImportRow<Column>[]) => {
    setFailure(undefined)
    setProblems([])
    setChecked(false)
    const { answer } = await forecastOf(write, inputOf(next))
    setSummary(summaryOf?.(answer) ?? '')
    setChecked(true)
  }
  const check = (next: readonly ImportRow<Column>[]) => run(() => tryRows(next), { onFailure: fail })
  const readFile = async (file: File) => {
    setFailure(undefined)
    setProblems([])
    const found = await upload(read, { file, fileName: file.name }, { handles: 'all' })
    const { rows: next } = found as unknown as { readonly rows: readonly ImportRow<Column>[] }
    if (next.length === 0) return setFailure(t('importing.empty'))
    setRows(next)
    await tryRows(next)
  }
  const choose = (file: File) => run(() => readFile(file), { onFailure: fail })
  const correct = (row: number, column: Column, value: string) => {
    setChecked(false)
    setRows((before) =>
      before?.map((one) => (one.row === row ? { ...one, cells: { ...one.cells, [column]: value } } : one)),
    )
  }
  const finish = () =>
    run(() => onImport(rows ?? []), {
      done: t('importing.done', { count: rows?.length ?? 0 }),
      close: onClose,
      onFailure: fail,
    })
  const startAgain = () => {
    setRows(undefined)
    setProblems([])
    setFailure(undefined)
  }
  const problemOf = (row: number, column: string) => problems.find((one) => one.row === row && one.column === column)
  const headingOf = (column: string) => columns.find((one) => one.column === column)?.heading ?? column
  const footer = rows && (
    <>
      <Button disabled={busy} onClick={startAgain}>
        {t('importing.another')}
      </Button>
      <Button loading={busy && !isChecked} onClick={() => void check(rows)}>
        {t('importing.check')}
      </Button>
      <Button type="primary" disabled={!isChecked} loading={busy && isChecked} onClick={() => void finish()}>
        {t('importing.import', { count: rows.length })}
      </Button>
    </>
  )
  return (
    <Modal open title={title} width={rows ? 960 : 560} footer={footer ?? null} onCancel={onClose}>
      {hint && <p className="sy-faint">{hint}</p>}
      <Failure text={failure} />
      {!rows && (
        <div className="sy-column sy-gap-3">
          <Upload.Dragger
            accept=".xlsx"
            multiple={false}
            showUploadList={false}
            disabled={busy}
            beforeUpload={(file) => {
              void choose(file)
              return false
            }}
          >
            <p>
              <Icon name="upload" size={32} />
            </p>
            <p>{t('importing.drop')}</p>
          </Upload.Dragger>
          <span>
            <Button
              icon={<Icon name="download" size={16} />}
              onClick={() => void download(template).catch(() => undefined)}
            >
              {t('importing.template')}
            </Button>
          </span>
        </div>
      )}
      {problems.length > 0 && (
        <ul className="sy-import-problems" aria-live="polite">
          {problems.map(({ row, column, rule, value }) => (
            <li key={`${row} ${column} ${rule}`}>
              {kit('dict.import-row-column', { row, column: headingOf(column) })}
              {' · '}
              {kit(importRuleTexts[rule])}
              {value !== '' && <span className="sy-note"> {value}</span>}
            </li>
          ))}
        </ul>
      )}
      {rows && (
        <>
          {isChecked && (
            <p className="sy-import-right" role="status">
              {t('importing.right', { count: rows.length })}
              {summary !== '' && <span className="sy-note"> {summary}</span>}
            </p>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard. */}
          <section className="sy-import-rows" aria-label={title} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('corrections.column')}</th>
                  {columns.map(({ column, heading }) => (
                    <th scope="col" key={column}>
                      {heading}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ row, cells }) => (
                  <tr key={row}>
                    <th scope="row">{row}</th>
                    {columns.map(({ column, heading }) => (
                      <td key={column}>
                        <Input
                          size="small"
                          value={cells[column]}
                          maxLength={importCellLengthMax}
                          readOnly={busy}
                          status={problemOf(row, column) ? 'error' : undefined}
                          aria-invalid={problemOf(row, column) !== undefined}
                          aria-label={t('corrections.cellLabel', { row, heading })}
                          onChange={(event) => correct(row, column, event.target.value)}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </Modal>
  )
}
