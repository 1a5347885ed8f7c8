import type { Editor } from '@tiptap/react'
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { ToolButton } from './ToolButton.tsx'

/** The address that the chosen text leads to. */
export function LinkTool({ editor, href }: { editor: Editor; href: string }) {
  const t = useText('catalog')
  const shell = useText('shell')
  const id = useId()
  const [address, setAddress] = useState<string>()
  const apply = () => {
    const wanted = address?.trim() ?? ''
    const chain = editor.chain().focus().extendMarkRange('link')
    if (wanted === '') chain.unsetLink().run()
    else chain.setLink({ href: /^(https?:|mailto:)/.test(wanted) ? wanted : `https://${wanted}` }).run()
    setAddress(undefined)
  }
  return (
    <>
      <ToolButton label={t('editor.link')} active={href !== ''} onClick={() => setAddress(href)}>
        <Icon name="link" size={16} />
      </ToolButton>
      <Modal
        open={address !== undefined}
        title={t('editor.link')}
        okText={t('editor.apply')}
        cancelText={shell('cancel')}
        onOk={apply}
        onCancel={() => setAddress(undefined)}
        destroyOnHidden
      >
        <label htmlFor={id}>{t('editor.address')}</label>
        <Input
          id={id}
          value={address}
          placeholder="https://"
          onChange={(event) => setAddress(event.target.value)}
          onPressEnter={apply}
        />
      </Modal>
    </>
  )
}
