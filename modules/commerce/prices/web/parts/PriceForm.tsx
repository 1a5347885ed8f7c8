import './price.css'
import { Button, Input, InputNumber, Radio } from 'antd'
import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { type PriceProblem, payTypes, quantityMax } from '../../contract/price-rules.ts'
import { CardsField } from './CardsField.tsx'
import { type PriceDraft, type RangeDraft, withEnd, withoutRange, withRange } from './draft.ts'

interface Props {
  readonly draft: PriceDraft
  /** What is wrong; empty until somebody tried to save. */
  readonly problems: readonly PriceProblem[]
  readonly onChange: (draft: PriceDraft) => void
  /** False: no member card opens such an item. */
  readonly byCards: boolean
}

/** The price setting form (COMMERCE-003): free or paid, by what, one price or a ladder, and the member cards that open it. */
export function PriceForm({ draft, problems, onChange, byCards }: Props) {
  const t = useText('prices')
  const set = (change: Partial<PriceDraft>) => onChange({ ...draft, ...change })
  const isMoney = draft.payType !== payTypes.memberCard
  return (
    <div className="sy-column sy-gap-4 pr-form">
      <Choice
        label={t('form.isPay')}
        value={draft.isPay}
        options={[0, 1].map((value) => [value, t(`maps.is-pay.${value}`)] as const)}
        onChange={(isPay) => set({ isPay: isPay as 0 | 1 })}
      />
      {draft.isPay === 1 && (
        <>
          <Choice
            label={t('form.payType')}
            value={draft.payType}
            options={(byCards ? [1, 2, 3] : [1, 2]).map((value) => [value, t(`maps.pay-type.${value}`)] as const)}
            onChange={(payType) => set({ payType: payType as 1 | 2 | 3 })}
          />
          {isMoney && (
            <Choice
              label={t('form.isLadderPrice')}
              value={draft.isLadderPrice}
              options={[0, 1].map((value) => [value, t(`maps.is-ladder-price.${value}`)] as const)}
              onChange={(value) =>
                set({
                  isLadderPrice: value as 0 | 1,
                  ...(value === 1 && draft.ranges.length === 0 && { ranges: withRange([]) ?? [] }),
                })
              }
            />
          )}
          {isMoney && draft.isLadderPrice === 0 && (
            <div className="sy-row sy-wrap sy-gap-4">
              <Amount
                label={t('form.coin')}
                value={draft.coin}
                problem={problemAt(problems, 'coin')}
                onChange={(coin) => set({ coin })}
              />
              <Amount
                label={t('form.discountCoin')}
                value={draft.discountCoin}
                problem={problemAt(problems, 'discountCoin')}
                onChange={(discountCoin) => set({ discountCoin })}
              />
            </div>
          )}
          {isMoney && draft.isLadderPrice === 1 && (
            <Ladder ranges={draft.ranges} problems={problems} onChange={(ranges) => set({ ranges })} />
          )}
          {byCards && (
            <CardsField
              cards={draft.cards}
              isNeeded={!isMoney}
              isWrong={problems.some(({ problem }) => problem === 'no-member-card')}
              onChange={(cards) => set({ cards })}
            />
          )}
        </>
      )}
    </div>
  )
}

const problemAt = (problems: readonly PriceProblem[], field: PriceProblem['field'], range?: number) =>
  problems.find((one) => one.field === field && one.range === range)?.problem

interface ChoiceProps {
  readonly label: string
  readonly value: number
  readonly options: readonly (readonly [value: number, label: string])[]
  readonly onChange: (value: number) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="sy-row sy-wrap sy-gap-3">
      <span id={id}>{label}</span>
      <Radio.Group
        aria-labelledby={id}
        optionType="button"
        value={value}
        options={options.map(([key, text]) => ({ value: key, label: text }))}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

interface AmountProps {
  readonly label: string
  readonly value: string
  readonly problem: PriceProblem['problem'] | undefined
  readonly onChange: (typed: string) => void
}

function Amount({ label, value, problem, onChange }: AmountProps) {
  const t = useText('prices')
  const id = useId()
  return (
    <div className="sy-column sy-gap-1">
      {label}
      <Input
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        value={value}
        status={problem && 'error'}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && id}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem && (
        <small id={id} className="sy-problem">
          {t(`problem.${problem}`)}
        </small>
      )}
    </div>
  )
}

interface LadderProps {
  readonly ranges: readonly RangeDraft[]
  readonly problems: readonly PriceProblem[]
  readonly onChange: (ranges: readonly RangeDraft[]) => void
}

/** Ranges of quantities, each with its own price: an end that is changed moves the begin of the next range. */
function Ladder({ ranges, problems, onChange }: LadderProps) {
  const t = useText('prices')
  const set = (place: number, change: Partial<RangeDraft>) =>
    onChange(ranges.map((range, at) => (at === place ? { ...range, ...change } : range)))
  const add = () => {
    const more = withRange(ranges)
    if (more) onChange(more)
    else notify('error', t('max-5-ranges'))
  }
  const isRangeWrong = problems.some(({ problem }) => problem === 'range-wrong')
  return (
    <div className="sy-column sy-gap-3">
      <ol className="sy-plain-list pr-ladder">
        {ranges.map((range, place) => {
          const isLast = place === ranges.length - 1
          return (
            <li key={range.id}>
              <div className="sy-column sy-gap-1">
                {t('ladder.begin')}
                <InputNumber aria-label={t('ladder.begin')} precision={0} value={range.begin} disabled />
              </div>
              <div className="sy-column sy-gap-1">
                {t('ladder.end')}
                {isLast ? (
                  <Input aria-label={t('ladder.end')} disabled value={t('ladder.unlimited')} />
                ) : (
                  <InputNumber
                    aria-label={t('ladder.end')}
                    min={1}
                    max={quantityMax}
                    precision={0}
                    value={range.end}
                    status={problemAt(problems, 'end', place) && 'error'}
                    onChange={(end) => onChange(withEnd(ranges, place, end))}
                  />
                )}
              </div>
              <Amount
                label={t('form.coin')}
                value={range.coin}
                problem={problemAt(problems, 'coin', place)}
                onChange={(coin) => set(place, { coin })}
              />
              <Amount
                label={t('form.discountCoin')}
                value={range.discountCoin}
                problem={problemAt(problems, 'discountCoin', place)}
                onChange={(discountCoin) => set(place, { discountCoin })}
              />
              <Button
                aria-label={t('ladder.remove', { place: place + 1 })}
                icon={<Icon name="delete" size={16} />}
                disabled={ranges.length === 1}
                onClick={() => onChange(withoutRange(ranges, place))}
              />
            </li>
          )
        })}
      </ol>
      {isRangeWrong && (
        <p role="alert" className="sy-problem">
          {t('ladder-range-wrong')}
        </p>
      )}
      <p>
        <Button icon={<Icon name="plus" size={16} />} onClick={add}>
          {t('ladder.add')}
        </Button>
      </p>
    </div>
  )
}
