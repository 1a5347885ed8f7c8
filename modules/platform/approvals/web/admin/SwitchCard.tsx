import { Modal, Segmented } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { approvals } from '../../contract.ts'
import type { Effective } from './drafts.ts'

interface Props {
  readonly place: { readonly businessType: number; readonly organizationId: string }
  readonly effective: Effective
}

type SwitchState = 'inherit' | 'on' | 'off'

/** The effective approval switch with its origin, and the switch of this organization (SYSTEM-195). */
export function SwitchCard({ place, effective }: Props) {
  const t = useText('approvals')
  const [pending, setPending] = useState<SwitchState>()
  const { ownSwitch, isOn, switchFrom, template, canManage } = effective
  const own: SwitchState = ownSwitch === null ? 'inherit' : ownSwitch ? 'on' : 'off'
  const { run } = useAction()
  const change = (state: SwitchState) =>
    run(
      () => {
        setPending(state)
        return call(approvals.setSwitch, { body: { ...place, state } })
      },
      { done: t('admin.switched'), after: () => setPending(undefined) },
    )
  const [modal, holder] = Modal.useModal()
  /** Without approval, what members submit acts at once: that is asked about. */
  const ask = (state: SwitchState) => {
    if (state !== 'off' || !isOn) return void change(state)
    void modal.confirm({
      title: t('admin.offQuestion'),
      content: t('admin.offConsequence'),
      okText: t('admin.offOk'),
      cancelText: t('admin.cancel'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: () => change(state),
    })
  }
  const from =
    switchFrom && switchFrom.organizationId !== place.organizationId ? switchFrom.organizationName : undefined
  return (
    <section className="sy-row sy-wrap sy-apart sy-gap-3 sy-card ap-switch" aria-label={t('admin.switch')}>
      <div>
        <p className="sy-row sy-wrap sy-gap-2">
          <span className={`ap-dot ${isOn ? 'ap-dot-on' : ''}`} aria-hidden="true" />
          <strong>{t(isOn ? 'admin.isOn' : 'admin.isOff')}</strong>
          {from && <span className="sy-faint">{t('admin.from', { name: from })}</span>}
          {!switchFrom && <span className="sy-faint">{t('admin.notSet')}</span>}
        </p>
        {!template && <p className="sy-faint">{t('admin.needTemplate')}</p>}
      </div>
      <Segmented<SwitchState>
        aria-label={t('admin.switch')}
        disabled={!canManage || pending !== undefined}
        value={pending ?? own}
        options={[
          { value: 'inherit', label: t('admin.inherit') },
          { value: 'on', label: t('admin.on'), disabled: !template },
          { value: 'off', label: t('admin.off') },
        ]}
        onChange={ask}
      />
      {holder}
    </section>
  )
}
