import { Button, Form, Input, InputNumber, Modal, Switch } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { LOTTERY_CHANGED } from '../../contract/codes.ts'
import {
  companyScope,
  drawsMax,
  type LotteryInput,
  lotteryDescriptionLengthMax,
  lotteryNameLengthMax,
} from '../../contract/fields.ts'
import type { EditedLottery } from '../../contract/managing.ts'
import { lotteries } from '../../contract.ts'
import { LotteryTag } from '../parts/LotteryTag.tsx'
import { lotteryPaths } from '../paths.ts'
import { PaidDrawsField } from './PaidDrawsField.tsx'
import { PrizesField } from './PrizesField.tsx'
import { PublishModal } from './PublishModal.tsx'
import { QualificationsField } from './QualificationsField.tsx'

function inputOf(lottery: EditedLottery): LotteryInput {
  const { name, description, organizationIds, opensAt, closesAt, drawsPerMember, drawsPerDay, paidDraws } = lottery
  const { needsAttendance } = lottery
  const prizes = lottery.prizes.map((prize) => {
    const { kind, weight, stock, goodsId } = prize
    return { kind, name: prize.name, weight, stock: stock ?? 1, ...(goodsId !== null && { goodsId }) }
  })
  const qualifications = lottery.qualifications.map(({ kind, itemId }) => ({ kind, itemId }))
  return {
    ...{ name, description, organizationIds, opensAt, closesAt, drawsPerMember, drawsPerDay, paidDraws },
    ...{ needsAttendance, qualifications, prizes },
  }
}

interface Props {
  readonly lottery: EditedLottery
  readonly onReload: () => Promise<void>
}

/** How many fields differ from what is saved. */
const countChanges = (values: LotteryInput, saved: LotteryInput) =>
  (Object.keys(saved) as (keyof LotteryInput)[]).filter(
    (key) => JSON.stringify(values[key] ?? null) !== JSON.stringify(saved[key]),
  ).length

/** The settings of a draft. */
export function DraftEditor({ lottery, onReload }: Props) {
  const t = useText('lotteries')
  const saved = inputOf(lottery)
  const [form] = Form.useForm<LotteryInput>()
  const [count, setCount] = useState(0)
  const [isPublishing, setIsPublishing] = useState(false)
  const { busy, run } = useAction()
  const { holder } = useLeaveGuard(count > 0)
  const [modal, elsewhere] = Modal.useModal()
  const { id, revision, state, scopeKind, scopeId } = lottery
  const save = async (values: LotteryInput) => {
    const body = { ...saved, ...values, revision }
    await call(lotteries.changeLottery, { params: { id }, body }, { handles: [LOTTERY_CHANGED] })
    notify('success', t('form.saved'))
    await onReload()
  }
  const submit = (values: LotteryInput) =>
    void run(() => save(values), {
      onFailure: (error) => {
        if (!isRefusal(error, LOTTERY_CHANGED)) return
        void modal.warning({ title: t('form.changedElsewhere'), okText: t('form.reload'), onOk: onReload })
      },
    })
  return (
    <>
      <PageHeader
        title={lottery.name}
        back={<Link to={lotteryPaths.managed(scopeKind, scopeId)}>{t('managing.title')}</Link>}
        description={t('form.description')}
        actions={
          <>
            <LotteryTag state={state} />
            <Link className="sy-button sy-button-plain sy-button-small" to={lotteryPaths.one(id)}>
              {t('form.preview')}
            </Link>
            <Button type="primary" disabled={count > 0} onClick={() => setIsPublishing(true)}>
              {t('actions.publish')}
            </Button>
          </>
        }
      />
      <Form<LotteryInput>
        form={form}
        layout="vertical"
        requiredMark={false}
        className="sy-card"
        initialValues={saved}
        onValuesChange={(_, values) => setCount(countChanges({ ...saved, ...values }, saved))}
        onFinish={submit}
      >
        <Fields isOfCompany={scopeKind === companyScope} named={lottery.qualifications} />
        <Form.Item name="prizes" label={t('form.prizes')} extra={t('form.prizesHint')}>
          <PrizesField />
        </Form.Item>
      </Form>
      <SaveBar
        count={count}
        busy={busy}
        onSave={() => form.submit()}
        onDiscard={() => {
          form.resetFields()
          setCount(0)
        }}
      />
      {isPublishing && <PublishModal lottery={lottery} onClose={() => setIsPublishing(false)} />}
      {holder}
      {elsewhere}
    </>
  )
}

interface FieldsProps {
  readonly isOfCompany: boolean
  readonly named: EditedLottery['qualifications']
}

function Fields({ isOfCompany, named }: FieldsProps) {
  const t = useText('lotteries')
  const needed = [{ required: true, message: t('form.numberNeeded') }]
  return (
    <>
      <NameField label={t('form.name')} needed={t('form.nameNeeded')} maxLength={lotteryNameLengthMax} />
      <Form.Item name="description" label={t('form.about')}>
        <Input.TextArea maxLength={lotteryDescriptionLengthMax} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <div className="lo-edit-columns">
        <Form.Item name="opensAt" label={t('form.opensAt')} extra={t('form.opensAtHint')}>
          <MomentField />
        </Form.Item>
        <Form.Item name="closesAt" label={t('form.closesAt')} extra={t('form.closesAtHint')}>
          <MomentField />
        </Form.Item>
        <Form.Item name="drawsPerMember" label={t('form.drawsPerMember')} rules={needed}>
          <InputNumber min={0} max={drawsMax} precision={0} />
        </Form.Item>
        <Form.Item name="drawsPerDay" label={t('form.drawsPerDay')} extra={t('form.drawsPerDayHint')}>
          <InputNumber min={1} max={drawsMax} precision={0} />
        </Form.Item>
        <Form.Item name="paidDraws" label={t('form.paidDraws')} extra={t('form.paidDrawsHint')}>
          <PaidDrawsField />
        </Form.Item>
        <Form.Item
          name="needsAttendance"
          label={t('form.needsAttendance')}
          extra={t('form.needsAttendanceHint')}
          valuePropName="checked"
        >
          <Switch />
        </Form.Item>
        {isOfCompany && (
          <Form.Item name="organizationIds" label={t('form.audience')} extra={t('form.audienceHint')}>
            <OrganizationPicker multiple allowClear max={100} label={t('form.everybody')} />
          </Form.Item>
        )}
      </div>
      <Form.Item name="qualifications" label={t('form.qualifications')} extra={t('form.qualificationsHint')}>
        <QualificationsField named={named} />
      </Form.Item>
    </>
  )
}
