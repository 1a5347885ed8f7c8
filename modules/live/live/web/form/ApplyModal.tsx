import '../live.css'
import './form.css'
import { Button, Modal } from 'antd'
import { useRef } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Live, LiveCopy } from '../../contract/shapes.ts'
import type { Supplier } from '../../contract/states.ts'
import { ShareModal } from '../parts/ShareModal.tsx'
import { ApprovalModal } from './ApprovalModal.tsx'
import { buttonsOf } from './buttons.ts'
import { LiveForm } from './LiveForm.tsx'
import { closedFields, type FieldName } from './rules.ts'
import { useApplication } from './use-application.ts'
import type { FormMode } from './values.ts'

/** LIVE-019. */
const WIDTH_PX = 1200

const titles: Readonly<Record<FormMode, string>> = {
  detail: 'form.title',
  edit: 'form.titleEdit',
  view: 'form.titleView',
  resubmit: 'form.titleResubmit',
}

interface Props {
  readonly mode: FormMode
  readonly supplier: Supplier
  readonly approval: boolean
  readonly live?: Live
  /** A new one, filled in like this one. */
  readonly copied?: { readonly id: string; readonly form: LiveCopy }
  readonly onClose: () => void
}

/** The form of a live session: create, change, submit again, or view (LIVE-013). */
export function ApplyModal({ mode, supplier, approval, live, copied, onClose }: Props) {
  const t = useText('live')
  const place = useRef<HTMLDivElement>(null)
  const focus = (field: FieldName) => {
    const wrong = place.current?.querySelector<HTMLElement>(`[data-field="${field}"], [data-wrong="true"] input`)
    const input = wrong?.matches('input, textarea') ? wrong : (wrong?.querySelector<HTMLElement>('input') ?? wrong)
    // The problems are rendered first, so that screen readers announce them with the field.
    requestAnimationFrame(() => {
      input?.focus()
      input?.scrollIntoView({ block: 'center' })
    })
  }
  const form = useApplication({ supplier, approval, live, copied, onClose, onProblem: focus })
  const { values, problems, hits, busy, waits } = form
  const closed = closedFields({ mode, status: live?.status, approval })
  const buttons = buttonsOf({ mode, supplier, approval, type: values.type, liveMode: values.liveMode })
  const left = copied?.form.leftOut ?? []
  const notes = [
    copied && t('form.copyNote'),
    left.length > 0 && t('form.leftOut', { names: left.join(t('form.nameSeparator')) }),
    approval && mode !== 'view' && t('form.approvalNote'),
    closed.has('liveMode') && mode === 'edit' && t('form.lockedNote'),
  ].filter((note) => typeof note === 'string')
  if (form.shared) return <ShareModal id={form.shared.id} supplier={supplier} celebrates onClose={onClose} />
  return (
    <>
      <Modal
        open
        width={WIDTH_PX}
        centered
        title={t(copied ? 'form.titleCopy' : titles[mode])}
        onCancel={onClose}
        mask={{ closable: false }}
        className="lv-apply"
        footer={
          <>
            <Button onClick={onClose}>{t(mode === 'view' ? 'form.close' : 'form.cancel')}</Button>
            {buttons.map((button, index) => (
              <Button
                key={button}
                type={index === buttons.length - 1 ? 'primary' : 'default'}
                loading={busy === button}
                disabled={busy !== undefined && busy !== button}
                onClick={() => void form.press(button)}
              >
                {t(`form.button.${button}`)}
              </Button>
            ))}
          </>
        }
      >
        <div ref={place} className="lv-form-scroll" {...(mode === 'view' && { tabIndex: 0 })}>
          {notes.map((note) => (
            <p key={note} className="lv-note">
              <Icon name="info" size={16} />
              {note}
            </p>
          ))}
          <LiveForm values={values} problems={problems} hits={hits} closed={closed} onChange={form.change} />
          <div role="status">
            {waits && (
              <p className="lv-note">
                <span className="lv-note-turn" aria-hidden="true" />
                <span>
                  <strong>{t('form.creating')}</strong> {t('form.creatingHint')}
                </span>
              </p>
            )}
          </div>
        </div>
      </Modal>
      {form.approving && <ApprovalModal values={values} onBack={form.thinkAgain} onSubmit={form.submit} />}
    </>
  )
}
