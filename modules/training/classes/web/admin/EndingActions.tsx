import { Button, Dropdown, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type EditedClass, reasonLengthMax } from '../../contract/authoring.ts'
import { ACTIVITIES_UNFINISHED } from '../../contract/codes.ts'
import { classes } from '../../contract.ts'
import { CopyDialog, SeriesDialog, TemplateDialog } from './CopyDialogs.tsx'

interface Props {
  readonly one: EditedClass
  readonly onDone: () => Promise<void>
}

/** Copying (also as a series or a template), revoking and closing a class. */
export function EndingActions({ one, onDone }: Props) {
  const t = useText('classes')
  const [asked, setAsked] = useState<'copy' | 'series' | 'template' | 'revoke' | 'close'>()
  const close = () => setAsked(undefined)
  const may = (action: EditedClass['possible'][number]) => one.possible.includes(action)
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'copy', label: t(one.isTemplate ? 'series.useTemplate' : 'series.copy') },
            { key: 'series', label: t('series.create') },
            ...(one.isTemplate ? [] : [{ key: 'template', label: t('series.keepTemplate') }]),
          ],
          onClick: ({ key }) => setAsked(key as 'copy' | 'series' | 'template'),
        }}
      >
        <Button icon={<Icon name="copy" size={16} />}>{t('ending.copy')}</Button>
      </Dropdown>
      {may('revoke') && (
        <Button danger onClick={() => setAsked('revoke')}>
          {t('ending.revoke')}
        </Button>
      )}
      {may('close') && <Button onClick={() => setAsked('close')}>{t('ending.close')}</Button>}
      {asked === 'copy' && <CopyDialog one={one} onClose={close} />}
      {asked === 'series' && <SeriesDialog one={one} onClose={close} />}
      {asked === 'template' && <TemplateDialog one={one} onClose={close} />}
      {asked === 'revoke' && <RevokeDialog one={one} onDone={onDone} onClose={close} />}
      {asked === 'close' && <CloseDialog one={one} onDone={onDone} onClose={close} />}
    </>
  )
}

function RevokeDialog({ one, onDone, onClose }: Props & { onClose: () => void }) {
  const t = useText('classes')
  return (
    <FormModal<{ readonly reason: string }, unknown>
      title={t('ending.revoke')}
      hint={t('ending.revokeHint')}
      okText={t('ending.revoke')}
      danger
      onSubmit={async (body) => {
        await call(classes.revokeClass, { params: { id: one.id }, body })
        await onDone()
      }}
      done={t('ending.revoked')}
      onClose={onClose}
    >
      <Form.Item
        name="reason"
        label={t('enroll.reason')}
        rules={[{ required: true, whitespace: true, message: t('enroll.reasonNeeded') }]}
      >
        <Input.TextArea maxLength={reasonLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormModal>
  )
}

/** Asks once; where learners have unfinished activities, it asks again and says how many (TRAINING-018). */
function CloseDialog({ one, onDone, onClose }: Props & { onClose: () => void }) {
  const t = useText('classes')
  const kit = useText('kit')
  const { busy, run } = useAction()
  const [unfinished, setUnfinished] = useState<{ readonly learners: number; readonly activities: number }>()
  const finish = () =>
    run(
      async () => {
        const body = { isConfirmed: unfinished !== undefined }
        await call(classes.closeClass, { params: { id: one.id }, body }, { handles: [ACTIVITIES_UNFINISHED] })
        notify('success', t('ending.closed'))
        onClose()
        await onDone()
      },
      {
        onFailure: (error) => {
          if (!isRefusal(error, ACTIVITIES_UNFINISHED)) return
          setUnfinished({ learners: Number(error.data?.learners), activities: Number(error.data?.activities) })
        },
      },
    )
  return (
    <Modal
      open
      title={t('ending.close')}
      okText={t(unfinished ? 'ending.closeAnyway' : 'ending.close')}
      okButtonProps={{ danger: unfinished !== undefined }}
      cancelText={t('ending.cancel')}
      confirmLoading={busy}
      onOk={() => void finish()}
      onCancel={onClose}
    >
      {unfinished === undefined ? (
        <p>{t('ending.closeHint')}</p>
      ) : (
        <div role="alert">
          <p>
            <strong>{kit('ui.unfinished-activities')}</strong>
          </p>
          <p>{t('ending.unfinished', unfinished)}</p>
        </div>
      )}
    </Modal>
  )
}
