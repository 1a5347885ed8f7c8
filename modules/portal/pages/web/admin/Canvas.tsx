import { Button, Select } from 'antd'
import { memo, type ReactNode } from 'react'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { RowActions } from '#web/ui/RowActions.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import {
  type ColumnType,
  columnCounts,
  columnTypes,
  type PageDocument,
  type PageModule,
  type PageProblem,
  type PageSection,
} from '../../contract/document.ts'
import {
  copiedModule,
  movedModule,
  movedSection,
  withColumns,
  withNewSection,
  withoutModule,
  withoutSection,
} from './edits.ts'
import { iconOf } from './Palette.tsx'
import type { DocumentEditor } from './use-document.ts'

interface Props {
  readonly document: PageDocument
  readonly problems: readonly PageProblem[]
  readonly chosen: string | undefined
  readonly edit: DocumentEditor['edit']
  readonly onChoose: (moduleId: string) => void
}

/** The sections of a page with their modules, which are moved by dragging, by the keyboard or by buttons. */
export const Canvas = memo(function Canvas({ document, problems, chosen, edit, onChoose }: Props) {
  const t = useText('pages')
  const wrong = new Set(problems.map(({ moduleId }) => moduleId))
  return (
    <section className="pe-canvas" aria-label={t('design.canvas')}>
      {document.sections.map((section, at) => {
        const isChosenHere = section.modules.some(({ id }) => id === chosen)
        return (
          <SectionCard
            key={section.id}
            section={section}
            at={at}
            count={document.sections.length}
            chosen={isChosenHere ? chosen : undefined}
            wrong={section.modules
              .filter(({ id }) => wrong.has(id))
              .map(({ id }) => id)
              .join(' ')}
            edit={edit}
            onChoose={onChoose}
          />
        )
      })}
      <div className="sy-actions">
        <Button icon={<Icon name="plus" size={16} />} onClick={() => edit((before) => withNewSection(before, 'one'))}>
          {t('design.addSection')}
        </Button>
      </div>
    </section>
  )
})

interface SectionProps {
  readonly section: PageSection
  readonly at: number
  readonly count: number
  readonly chosen: string | undefined
  /** The ids of its modules with problems, with spaces: a text, so that a section without news is not drawn again. */
  readonly wrong: string
  readonly edit: DocumentEditor['edit']
  readonly onChoose: (moduleId: string) => void
}

/** Drawn again only when it changes itself: a page may have 60 modules, and somebody types. */
const SectionCard = memo(function SectionCard(props: SectionProps) {
  const { section, at, count, chosen, wrong, edit, onChoose } = props
  const t = useText('pages')
  const language = useLanguage()
  const name = t('design.section', { number: at + 1 })
  const faults = wrong.split(' ')
  const nameOf = ({ title, type }: PageModule) => title[language] || title.cn || title.en || t(`types.${type}`)
  return (
    <section className="pe-section" aria-label={name}>
      <header>
        <strong>{name}</strong>
        <Select<ColumnType>
          size="small"
          aria-label={t('design.columnsOf', { section: name })}
          value={section.columns}
          options={columnTypes.map((value) => ({ value, label: t(`columns.${value}`) }))}
          onChange={(columns) => edit((before) => withColumns(before, at, columns))}
        />
        <RowActions
          name={name}
          isFirst={at === 0}
          isLast={at === count - 1}
          onMove={(step) => edit((before) => movedSection(before, at, at + step))}
          onRemove={() => edit((before) => withoutSection(before, at))}
        />
      </header>
      {section.modules.length === 0 && <p className="sy-faint">{t('design.emptySection')}</p>}
      <SortableList
        items={section.modules}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        className="pe-modules"
        continues={{ before: at > 0, after: at < count - 1 }}
        onMove={(from, to) => {
          edit((before) => movedModule(before, at, from, to))
          return undefined
        }}
        onRemove={(index) => edit((before) => withoutModule(before, section.modules[index]?.id ?? ''))}
      >
        {(one, _, moves) => (
          <ModuleRow
            one={one}
            name={nameOf(one)}
            columns={columnCounts[section.columns]}
            isChosen={one.id === chosen}
            isWrong={faults.includes(one.id)}
            moves={moves}
            onChoose={onChoose}
            onCopy={() => edit((before) => copiedModule(before, one.id))}
          />
        )}
      </SortableList>
    </section>
  )
})

interface RowProps {
  readonly one: PageModule
  readonly name: string
  readonly columns: number
  readonly isChosen: boolean
  readonly isWrong: boolean
  readonly moves: ReactNode
  readonly onChoose: (moduleId: string) => void
  readonly onCopy: () => void
}

function ModuleRow({ one, name, columns, isChosen, isWrong, moves, onChoose, onCopy }: RowProps) {
  const t = useText('pages')
  return (
    <div className="pe-module" data-chosen={isChosen} data-wrong={isWrong}>
      <button
        type="button"
        id={`pe-${one.id}`}
        className="pe-choose"
        aria-pressed={isChosen}
        onClick={() => onChoose(one.id)}
      >
        <Icon name={iconOf(one.type)} size={18} />
        <span>
          <b>{name}</b>
          <small className="sy-note">
            {t(`types.${one.type}`)}
            {columns > 1 && ` · ${t('design.columnNumber', { number: one.column + 1 })}`}
            {isWrong && <span className="pe-fault"> · {t('design.hasProblem')}</span>}
          </small>
        </span>
      </button>
      <Button
        type="text"
        aria-label={t('design.copyOf', { name })}
        icon={<Icon name="copy" size={16} />}
        onClick={onCopy}
      />
      {moves}
    </div>
  )
}
