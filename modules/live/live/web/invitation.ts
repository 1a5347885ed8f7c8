/** A guest's invitation: the live session and the token of the link. */

export interface Invitation {
  readonly id: string
  readonly token: string
}

const idPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const linkPattern = new RegExp(`/lives/keylogin/(${idPattern})\\?(\\S+)`, 'i')

/** The invitation in a pasted link, anywhere in the text. */
export function invitationIn(text: string): Invitation | undefined {
  const [, id, query] = linkPattern.exec(text) ?? []
  const token = new URLSearchParams(query).get('token')
  return id && token ? { id: id.toLowerCase(), token } : undefined
}
