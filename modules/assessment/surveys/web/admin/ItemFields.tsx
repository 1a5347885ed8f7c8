import { Input, InputNumber, Select, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { DayField } from '#web/ui/DateFields.tsx'
import type { FixedQuestion } from '../../contract/authoring.ts'
import {
  matrixModes,
  matrixRowsMax,
  optionsMax,
  type SurveyItem,
  type SurveyQuestion,
  type SurveyQuestionOf,
} from '../../contract/content.ts'
import { OptionList } from './OptionList.tsx'

interface Props<Item extends SurveyItem = SurveyItem> {
  readonly item: Item
  /** It was published: the scale stays, for means would be of different things, and the numbers are taken. */
  readonly taken: FixedQuestion['taken'] | undefined
  readonly showsWrong: boolean
  readonly onChange: (item: SurveyItem) => void
}

/** A field that its label names. */
function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <span className="sb-inline-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </span>
  )
}

interface NumberProps {
  readonly label: string
  readonly value: number | null
  readonly min?: number
  readonly max?: number
  readonly isWhole?: boolean
  /** Nothing may be typed: no bound. */
  readonly isOptional?: boolean
  readonly isFixed?: boolean
  readonly onChange: (value: number | null) => void
}

function NumberField({ label, value, min, max, isWhole, isOptional, isFixed = false, onChange }: NumberProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <InputNumber<number>
          id={id}
          disabled={isFixed}
          value={value}
          {...(min !== undefined && { min })}
          {...(max !== undefined && { max })}
          {...(isWhole && { precision: 0 })}
          onChange={(next) => (next !== null || isOptional) && onChange(next)}
        />
      )}
    </Labelled>
  )
}

function Toggle({ label, value, onChange }: { label: string; value: boolean; onChange: (on: boolean) => void }) {
  return (
    <Labelled label={label}>{(id) => <Switch id={id} size="small" checked={value} onChange={onChange} />}</Labelled>
  )
}

interface EndsProps {
  readonly ends: { readonly lowLabel: string; readonly highLabel: string }
  readonly onChange: (part: { readonly lowLabel?: string; readonly highLabel?: string }) => void
}

function EndLabels({ ends, onChange }: EndsProps) {
  const t = useText('surveys')
  return (['lowLabel', 'highLabel'] as const).map((end) => (
    <Labelled key={end} label={t(`builder.${end}`)}>
      {(id) => (
        <Input id={id} maxLength={60} value={ends[end]} onChange={({ target }) => onChange({ [end]: target.value })} />
      )}
    </Labelled>
  ))
}

/** What an author sets of a question besides title, description and condition. */
export function ItemFields({ item, taken, showsWrong, onChange }: Props) {
  const t = useText('surveys')
  const set = (part: object) => onChange({ ...item, ...part } as SurveyItem)
  switch (item.kind) {
    case 'heading':
      return null
    case 'single-choice':
    case 'multiple-choice':
    case 'dropdown':
      return <ChoiceFields {...{ item, taken, showsWrong, onChange }} />
    case 'ranking':
      return (
        <>
          <OptionList
            label={t('builder.options')}
            addLabel={t('builder.addOption')}
            options={item.options}
            {...{ min: 2, max: 20, showsWrong }}
            isFixed={taken !== undefined}
            onChange={(options) => set({ options })}
          />
          <div className="sb-settings">
            <Toggle
              label={t('builder.shuffle')}
              value={item.shufflesOptions}
              onChange={(on) => set({ shufflesOptions: on })}
            />
          </div>
        </>
      )
    case 'matrix':
      return <MatrixFields {...{ item, taken, showsWrong, onChange }} />
    default:
      return (
        <div className="sb-settings">
          <ScalarFields item={item} isFixed={taken !== undefined} set={set} />
        </div>
      )
  }
}

function ChoiceFields({
  item,
  taken,
  showsWrong,
  onChange,
}: Props<SurveyQuestionOf<'single-choice' | 'multiple-choice' | 'dropdown'>>) {
  const t = useText('surveys')
  const set = (part: object) => onChange({ ...item, ...part } as SurveyItem)
  const { hasOther, shufflesOptions } = item
  return (
    <>
      <OptionList
        label={t('builder.options')}
        addLabel={t('builder.addOption')}
        options={item.options}
        {...{ min: 1, max: optionsMax, showsWrong }}
        takenMax={taken?.options}
        onChange={(options) => set({ options })}
      />
      <div className="sb-settings">
        <Toggle label={t('builder.hasOther')} value={hasOther} onChange={(on) => set({ hasOther: on })} />
        <Toggle label={t('builder.shuffle')} value={shufflesOptions} onChange={(on) => set({ shufflesOptions: on })} />
        {item.kind === 'multiple-choice' && (
          <>
            <NumberField
              label={t('builder.chosenMin')}
              value={item.chosenMin}
              {...{ min: 1, max: optionsMax }}
              isWhole
              isOptional
              onChange={(chosenMin) => set({ chosenMin })}
            />
            <NumberField
              label={t('builder.chosenMax')}
              value={item.chosenMax}
              {...{ min: 1, max: optionsMax }}
              isWhole
              isOptional
              onChange={(chosenMax) => set({ chosenMax })}
            />
          </>
        )}
      </div>
    </>
  )
}

function MatrixFields({ item, taken, showsWrong, onChange }: Props<SurveyQuestionOf<'matrix'>>) {
  const t = useText('surveys')
  const set = (part: object) => onChange({ ...item, ...part } as SurveyItem)
  const { mode, rows, columns, ratingMax, shufflesRows } = item
  return (
    <>
      <div className="sb-settings">
        <Labelled label={t('builder.mode')}>
          {(id) => (
            <Select
              id={id}
              disabled={taken !== undefined}
              value={mode}
              options={matrixModes.map((value) => ({ value, label: t(`builder.modeOf.${value}`) }))}
              onChange={(next) => set({ mode: next })}
            />
          )}
        </Labelled>
        {mode === 'rating' && (
          <NumberField
            label={t('builder.stars')}
            isFixed={taken !== undefined}
            value={ratingMax}
            {...{ min: 3, max: 10 }}
            isWhole
            onChange={(next) => set({ ratingMax: next })}
          />
        )}
        <Toggle label={t('builder.shuffleRows')} value={shufflesRows} onChange={(on) => set({ shufflesRows: on })} />
      </div>
      <div className="sb-columns">
        <OptionList
          label={t('builder.rows')}
          addLabel={t('builder.addRow')}
          options={rows}
          {...{ min: 1, max: matrixRowsMax, showsWrong }}
          takenMax={taken?.rows}
          onChange={(next) => set({ rows: next })}
        />
        {mode !== 'rating' && (
          <OptionList
            label={t('builder.columns')}
            addLabel={t('builder.addColumn')}
            options={columns}
            {...{ min: 1, max: 20, showsWrong }}
            takenMax={taken?.columns}
            onChange={(next) => set({ columns: next })}
          />
        )}
      </div>
    </>
  )
}

interface ScalarProps {
  readonly item: SurveyQuestion
  readonly isFixed: boolean
  readonly set: (part: object) => void
}

function ScalarFields({ item, isFixed, set }: ScalarProps) {
  const t = useText('surveys')
  switch (item.kind) {
    case 'text':
      return (
        <>
          <Toggle label={t('builder.isLong')} value={item.isLong} onChange={(isLong) => set({ isLong })} />
          <NumberField
            label={t('builder.lengthMax')}
            value={item.lengthMax}
            {...{ min: 1, max: 10_000 }}
            isWhole
            onChange={(lengthMax) => set({ lengthMax })}
          />
        </>
      )
    case 'number':
      return (
        <>
          <NumberField label={t('builder.min')} value={item.min} isOptional onChange={(min) => set({ min })} />
          <NumberField label={t('builder.max')} value={item.max} isOptional onChange={(max) => set({ max })} />
          <NumberField
            label={t('builder.decimals')}
            value={item.decimals}
            {...{ min: 0, max: 4 }}
            isWhole
            onChange={(decimals) => set({ decimals })}
          />
          <Labelled label={t('builder.unit')}>
            {(id) => (
              <Input id={id} maxLength={20} value={item.unit} onChange={({ target }) => set({ unit: target.value })} />
            )}
          </Labelled>
        </>
      )
    case 'date':
      return (['earliest', 'latest'] as const).map((end) => (
        <Labelled key={end} label={t(`builder.${end}`)}>
          {(id) => <DayField id={id} value={item[end]} onChange={(day) => set({ [end]: day })} />}
        </Labelled>
      ))
    case 'rating':
      return (
        <>
          <NumberField
            label={t('builder.stars')}
            isFixed={isFixed}
            value={item.max}
            {...{ min: 3, max: 10 }}
            isWhole
            onChange={(max) => set({ max })}
          />
          <EndLabels ends={item} onChange={set} />
        </>
      )
    case 'nps':
      return <EndLabels ends={item} onChange={set} />
    case 'slider':
      return (
        <>
          <NumberField label={t('builder.min')} value={item.min} isFixed={isFixed} onChange={(min) => set({ min })} />
          <NumberField label={t('builder.max')} value={item.max} isFixed={isFixed} onChange={(max) => set({ max })} />
          <NumberField
            label={t('builder.step')}
            value={item.step}
            isFixed={isFixed}
            min={0.0001}
            onChange={(step) => set({ step })}
          />
          <EndLabels ends={item} onChange={set} />
        </>
      )
    case 'file':
      return (
        <NumberField
          label={t('builder.filesMax')}
          value={item.filesMax}
          {...{ min: 1, max: 10 }}
          isWhole
          onChange={(filesMax) => set({ filesMax })}
        />
      )
    default:
      return null
  }
}
