import { Button, Checkbox, Form, type FormInstance, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type CheckInInput, radiusMax, radiusMin } from '../../contract/check-ins.ts'
import { type CheckInKind, type CheckInWay, checkInKinds, checkInWays } from '../../contract/states.ts'
import { findPlace } from '../center/place.ts'

const minutesMax = 600
const radiusFirst = 200

/** The rules of a list as its form holds them. */
export interface RuleValues {
  readonly kind: CheckInKind
  readonly ways: CheckInWay[]
  readonly lateAfter: number
  readonly earlyBefore: number
  readonly isPlaced: boolean
  readonly latitude?: number | null
  readonly longitude?: number | null
  readonly radius?: number | null
}

export const newRules: RuleValues = {
  ...{ kind: 'in', ways: ['qr', 'scan'], lateAfter: 10, earlyBefore: 10, isPlaced: false, radius: radiusFirst },
}

export function rulesOf(
  values: RuleValues,
): Pick<CheckInInput, 'kind' | 'ways' | 'lateAfter' | 'earlyBefore' | 'place'> {
  const { kind, ways, lateAfter, earlyBefore, isPlaced, latitude, longitude, radius } = values
  const isWithPlace = isPlaced && ways.includes('qr')
  return {
    ...{ kind, ways, lateAfter, earlyBefore: kind === 'in-out' ? earlyBefore : 0 },
    place: isWithPlace ? { latitude: latitude ?? 0, longitude: longitude ?? 0, radius: radius ?? radiusFirst } : null,
  }
}

export function ruleValuesOf(
  input: Pick<CheckInInput, 'kind' | 'ways' | 'lateAfter' | 'earlyBefore' | 'place'>,
): RuleValues {
  const { kind, ways, lateAfter, earlyBefore, place } = input
  return { kind, ways, lateAfter, earlyBefore, isPlaced: place !== null, radius: radiusFirst, ...place }
}

/** How participants check in, and what counts as late. */
export function RuleFields<Values extends RuleValues>({ form }: { form: FormInstance<Values> }) {
  const t = useText('attendance')
  const kind = Form.useWatch('kind', form as never) as CheckInKind | undefined
  const ways = (Form.useWatch('ways', form as never) ?? []) as readonly CheckInWay[]
  return (
    <>
      <div className="at-form-columns">
        <Form.Item name="kind" label={t('editor.kind')}>
          <Select options={checkInKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))} />
        </Form.Item>
        <Form.Item name="lateAfter" label={t('editor.late')} extra={t('editor.lateHint')}>
          <InputNumber min={0} max={minutesMax} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        {kind === 'in-out' && (
          <Form.Item name="earlyBefore" label={t('editor.early')} extra={t('editor.earlyHint')}>
            <InputNumber min={0} max={minutesMax} precision={0} style={{ width: '100%' }} />
          </Form.Item>
        )}
      </div>
      <Form.Item name="ways" label={t('editor.ways')} rules={[{ required: true, message: t('editor.waysNeeded') }]}>
        <Checkbox.Group className="at-ways">
          {checkInWays.map((way) => (
            <Checkbox key={way} value={way}>
              {t(`ways.${way}`)}
              <small className="sy-note">{t(`editor.${way}Hint`)}</small>
            </Checkbox>
          ))}
        </Checkbox.Group>
      </Form.Item>
      {ways.includes('qr') && <PlaceFields form={form} />}
    </>
  )
}

function PlaceFields<Values extends RuleValues>({ form }: { form: FormInstance<Values> }) {
  const t = useText('attendance')
  const isPlaced = Form.useWatch('isPlaced', form as never) as boolean | undefined
  const { busy, run } = useAction()
  const [note, setNote] = useState('')
  const fill = async () => {
    const found = await findPlace()
    if (typeof found === 'string') return setNote(t(found === 'denied' ? 'editor.hereDenied' : 'editor.hereMissing'))
    form.setFieldsValue({
      latitude: Number(found.latitude.toFixed(6)),
      longitude: Number(found.longitude.toFixed(6)),
    } as never)
    setNote(t('editor.hereFound', { count: Math.ceil(found.accuracy) }))
  }
  const coordinate = (name: 'latitude' | 'longitude', max: number) => (
    <Form.Item
      name={name}
      label={t(`editor.${name}`)}
      rules={[{ required: true, message: t('editor.coordinateNeeded') }]}
    >
      <InputNumber min={-max} max={max} precision={6} step={0.0001} style={{ width: '100%' }} />
    </Form.Item>
  )
  return (
    <>
      <Form.Item name="isPlaced" label={t('editor.geofence')} extra={t('editor.geofenceHint')} valuePropName="checked">
        <Switch />
      </Form.Item>
      {isPlaced && (
        <fieldset className="at-place">
          <legend className="sy-visually-hidden">{t('editor.geofence')}</legend>
          <div className="at-form-columns">
            {coordinate('latitude', 90)}
            {coordinate('longitude', 180)}
            <Form.Item name="radius" label={t('editor.radius')}>
              <InputNumber min={radiusMin} max={radiusMax} precision={0} step={50} style={{ width: '100%' }} />
            </Form.Item>
          </div>
          <p className="sy-row sy-wrap sy-gap-3">
            <Button loading={busy} icon={<Icon name="compass" size={16} />} onClick={() => void run(fill)}>
              {t('editor.here')}
            </Button>
            <span className="sy-note" role="status">
              {note}
            </span>
          </p>
          <p className="sy-note">{t('editor.coordinates')}</p>
        </fieldset>
      )}
    </>
  )
}
