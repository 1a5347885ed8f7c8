import './goods.css'
import { Cover } from '#web/ui/Cover.tsx'

/** A picture of goods in the shape of the mall; a drawing where there is none. */
export function GoodsPicture({ name, fileId }: { name: string; fileId: string | undefined }) {
  return <Cover name={name} url={fileId === undefined ? null : `files/${fileId}`} titled />
}
