import { Button, Input, InputNumber } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { partsInAll, totalWeight } from '../../contract/chances.ts'
import { type PrizeInput, type PrizeKind, prizeNameLengthMax, prizesMax, stockMax } from '../../contract/fields.ts'
import { percentText } from '../parts/PrizeList.tsx'
import { balanced, percentOf, weightOf } from './balance.ts'
import { GoodsField } from './GoodsField.tsx'

interface Props {
  readonly value?: readonly PrizeInput[]
  readonly onChange?: (prizes: readonly PrizeInput[]) => void
}

interface Goods {
  readonly id: string
  readonly name: string
}

/** A prize takes the name of its goods, and keeps it when they are taken away again. */
function withGoods({ goodsId: _, ...prize }: PrizeInput, goods: Goods | undefined): PrizeInput {
  return goods ? { ...prize, goodsId: goods.id, name: goods.name.slice(0, prizeNameLengthMax) } : prize
}

/** The prizes of a draft; the first thank-you prize always takes the probability that the others leave. */
export function PrizesField({ value = [], onChange }: Props) {
  const t = useText('lotteries')
  const update = (prizes: readonly PrizeInput[]) => onChange?.(balanced(prizes))
  const change = (at: number, part: Partial<PrizeInput>) =>
    update(value.map((one, index) => (index === at ? { ...one, ...part } : one)))
  const add = (kind: PrizeKind) => {
    const name = kind === 'thanks' ? t('prizes.thanks') : t('form.newPrize', { number: value.length + 1 })
    update([...value, { kind, name, weight: 0, stock: 1 }])
  }
  const chooseGoods = (at: number, goods: Goods | undefined) =>
    update(value.map((one, index) => (index === at ? withGoods(one, goods) : one)))
  const rest = value.findIndex(({ kind }) => kind === 'thanks')
  const total = totalWeight(value)
  return (
    <div className="sy-column sy-gap-2">
      {value.map(({ kind, name, weight, stock, goodsId }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a prize is its place on the wheel
        <div key={at} className="lo-edit-prize">
          <Input
            aria-label={t('form.prizeName', { number: at + 1 })}
            value={name}
            maxLength={prizeNameLengthMax}
            status={name.trim() === '' ? 'error' : ''}
            onChange={(event) => change(at, { name: event.target.value })}
          />
          <InputNumber
            aria-label={t('form.prizeChance', { number: at + 1 })}
            min={0}
            max={100}
            step={0.5}
            suffix="%"
            disabled={at === rest}
            value={percentOf(weight)}
            onChange={(percent) => change(at, { weight: weightOf(percent) })}
          />
          {kind === 'goods' ? (
            <InputNumber
              aria-label={t('form.prizeStock', { number: at + 1 })}
              min={1}
              max={stockMax}
              precision={0}
              suffix={t('form.pieces')}
              value={stock}
              onChange={(next) => change(at, { stock: next ?? 1 })}
            />
          ) : (
            <span className="sy-faint">{t('form.noStock')}</span>
          )}
          <Button
            type="text"
            danger
            aria-label={t('form.removePrize', { name })}
            icon={<Icon name="delete" size={18} />}
            onClick={() => update(value.filter((_, index) => index !== at))}
          />
          {kind === 'goods' && (
            <GoodsField
              label={t('form.prizeGoods', { number: at + 1 })}
              name={name}
              value={goodsId}
              onChange={(goods) => chooseGoods(at, goods)}
            />
          )}
        </div>
      ))}
      <div className="sy-actions">
        <Button icon={<Icon name="plus" size={16} />} disabled={value.length >= prizesMax} onClick={() => add('goods')}>
          {t('form.addPrize')}
        </Button>
        <Button
          icon={<Icon name="plus" size={16} />}
          disabled={value.length >= prizesMax}
          onClick={() => add('thanks')}
        >
          {t('form.addThanks')}
        </Button>
      </div>
      {total !== partsInAll && value.length > 0 && (
        <p className="sy-note" role="status">
          {t('form.total', { total: percentText(total) })}
        </p>
      )}
      {value.length > 0 && rest < 0 && <p className="sy-note">{t('form.thanksNeeded')}</p>}
    </div>
  )
}
