import { toHundredths } from '#kit/amounts.ts'
import { useRequestKey } from '#web/ui/use-request-key.ts'
import '../parts/goods.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { RichText } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { AmountField, NumberField } from '#web/ui/NumberField.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import {
  type EditedGoods,
  type GoodsKind,
  goodsKinds,
  goodsNameLengthMax,
  goodsPriceMax,
  handoutLengthMax,
  limitMax,
  stockMax,
} from '../../contract/shapes.ts'
import { goods } from '../../contract.ts'
import { goodsPaths } from '../paths.ts'
import { PicturesField } from './PicturesField.tsx'

/** Makes goods, or changes them. */
export default function GoodsFormPage() {
  const t = useText('goods')
  const { id = 'new' } = useParams()
  const isNew = id === 'new'
  const found = useQuery({ ...q(goods.editedGoods, { params: { id } }), enabled: !isNew })
  if (found.isError && !found.data) return <ErrorState page error={found.error} onRetry={() => void found.refetch()} />
  if (!isNew && !found.data) return <LoadingState rows={8} />
  return (
    <>
      <PageHeader
        back={<Link to={goodsPaths.managed}>{t('managed.title')}</Link>}
        title={isNew ? t('edit.new') : t('edit.title')}
        description={isNew ? t('edit.newHint') : undefined}
        actions={!isNew && <Link to={goodsPaths.one(id)}>{t('edit.preview')}</Link>}
      />
      <GoodsForm key={found.data?.revision ?? 'new'} edited={found.data} />
    </>
  )
}

interface Values {
  readonly name: string
  readonly kind: GoodsKind
  readonly categoryId?: string | null
  readonly pictureIds: readonly string[]
  readonly description: string
  readonly handout?: string
  /** Of points and coins, not of their hundredths. */
  readonly points: number
  readonly coins: number
  readonly stock?: number | null
  readonly limitPerMember?: number | null
  readonly saleFrom?: number | null
  readonly saleUntil?: number | null
}

const fresh: Values = { name: '', kind: 'physical', pictureIds: [], description: '', points: 0, coins: 0, stock: 0 }

const valuesOf = (edited: EditedGoods): Values => ({
  ...edited,
  ...{ points: Number(edited.points) / 100, coins: Number(edited.coins) / 100 },
})

function bodyOf(values: Values) {
  const { name, categoryId = null, pictureIds, description, handout = '', points, coins } = values
  const { limitPerMember = null, saleFrom = null, saleUntil = null } = values
  return {
    ...{ name, categoryId, pictureIds: [...pictureIds], description, handout },
    ...{ points: toHundredths(points), coins: toHundredths(coins), limitPerMember, saleFrom, saleUntil },
  }
}

function GoodsForm({ edited }: { edited: EditedGoods | undefined }) {
  const t = useText('goods')
  const navigate = useNavigate()
  const word = useCurrencyName()
  const [form] = Form.useForm<Values>()
  const requestKey = useRequestKey()
  const [isUploading, setUploading] = useState(false)
  const { busy, run } = useAction()
  const categories = useQuery(q(goods.managedGoodsCategories, {}))
  const kind = Form.useWatch('kind', form) ?? edited?.kind ?? 'physical'
  const save = async (values: Values) => {
    const body = bodyOf(values)
    if (edited) {
      await call(goods.changeGoods, { params: { id: edited.id }, body: { ...body, revision: edited.revision } })
      return
    }
    const stock = kind === 'codes' ? null : (values.stock ?? null)
    const created = { ...body, kind, stock }
    await call(goods.createGoods, { body: created }, { idempotencyKey: requestKey(created) })
    await navigate(goodsPaths.managed)
  }
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="sy-card ml-form"
      scrollToFirstError={{ focus: true, block: 'nearest' }}
      initialValues={edited ? valuesOf(edited) : fresh}
      onFinish={(values) => void run(() => save(values), { done: t('edit.saved') })}
    >
      <Form.Item
        name="name"
        label={t('edit.name')}
        rules={[{ required: true, whitespace: true, message: t('edit.nameNeeded') }]}
      >
        <Input maxLength={goodsNameLengthMax} showCount />
      </Form.Item>
      {!edited && (
        <Form.Item name="kind" label={t('edit.kind')} extra={t(`kindHints.${kind}`)}>
          <Radio.Group options={goodsKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))} />
        </Form.Item>
      )}
      <Form.Item name="pictureIds" label={t('edit.pictures')} extra={t('edit.picturesHint')}>
        <PicturesField onBusy={setUploading} />
      </Form.Item>
      <div className="ml-pair">
        <AmountField
          name="points"
          label={t('edit.points')}
          needed={t('edit.priceNeeded')}
          extra={t('edit.priceHint')}
          least={0}
          most={goodsPriceMax}
        />
        <AmountField
          name="coins"
          label={t('edit.coins', { coins: word })}
          needed={t('edit.priceNeeded')}
          least={0}
          most={goodsPriceMax}
        />
        {!edited && kind !== 'codes' && (
          <NumberField
            name="stock"
            label={t('mall.stock')}
            extra={kind === 'text' ? t('edit.stockHint') : undefined}
            needed={kind === 'text' ? undefined : t('edit.stockNeeded')}
            min={0}
            max={stockMax}
            precision={0}
          />
        )}
        <NumberField
          name="limitPerMember"
          label={t('mall.limit')}
          extra={t('edit.limitHint')}
          min={1}
          max={limitMax}
          precision={0}
        />
      </div>
      <Form.Item name="categoryId" label={t('mall.category')}>
        <Select
          allowClear
          options={(categories.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <div className="ml-pair">
        <Form.Item name="saleFrom" label={t('edit.saleFrom')}>
          <MomentField />
        </Form.Item>
        <Form.Item name="saleUntil" label={t('edit.saleUntil')} extra={t('edit.saleHint')}>
          <MomentField />
        </Form.Item>
      </div>
      {kind === 'text' && (
        <Form.Item
          name="handout"
          label={t('edit.handout')}
          extra={t('edit.handoutHint')}
          rules={[{ required: true, whitespace: true, message: t('edit.handoutNeeded') }]}
        >
          <Input.TextArea maxLength={handoutLengthMax} showCount autoSize={{ minRows: 3, maxRows: 10 }} />
        </Form.Item>
      )}
      <Form.Item name="description" label={t('mall.description')}>
        <Description label={t('mall.description')} />
      </Form.Item>
      <div>
        <Button type="primary" htmlType="submit" loading={busy} disabled={isUploading}>
          {t('edit.save')}
        </Button>
      </div>
    </Form>
  )
}

function Description(props: { label: string; value?: string; onChange?: (html: string) => void }) {
  const { label, value = '', onChange } = props
  return <RichText media label={label} value={value} onChange={(html) => onChange?.(html)} />
}
