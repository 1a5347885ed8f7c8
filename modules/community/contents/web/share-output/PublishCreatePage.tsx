import { EditorPage } from './EditorPage.tsx'

export default function PublishCreatePage() {
  return <EditorPage type={1} />
}
