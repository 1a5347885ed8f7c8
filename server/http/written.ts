/**
 * Answers most of which everybody reads alike. What is kept of them (`server/db/kept.ts`) is kept as the bytes of its JSON, so
 * that a call writes nothing but what is the caller's own, and joins both. Fields are those that the schema declares, as in any
 * answer; only their order is another.
 */
import { type Static, type TArray, type TObject, Type } from 'typebox'
import { type Serializer, serializerFor } from './validation.ts'

type Piece = Buffer | string

/** A value as JSON. A handler may answer it in place of the value. */
export class Written<Value> {
  /** For types alone. */
  declare readonly value: Value
  readonly pieces: readonly Piece[]

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces
  }

  bytes(): Buffer {
    return Buffer.concat(this.pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
  }

  /** One character a byte: by this text `kept.ts` weighs what it keeps. */
  toJSON(): string {
    return this.bytes().toString('latin1')
  }
}

/** The JSON of an answer: what is written already as it stands, of any other value the fields that the schema declares. */
export function jsonOf(schema: object, answer: unknown): Buffer | string {
  return answer instanceof Written ? answer.bytes() : serializerFor(schema)(answer ?? {})
}

/** Writes values of a schema, once for all who read them. */
export function writes<Schema extends TObject>(schema: Schema): (value: Static<Schema>) => Written<Static<Schema>> {
  const text = serializerFor(schema)
  return (value) => new Written([Buffer.from(text(value))])
}

/** An object to which fields are still to be added: its bytes end before the brace. */
export class Opened<Value> {
  /** For types alone. */
  declare readonly value: Value
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** As that of `Written`. */
  toJSON(): string {
    return this.bytes.toString('latin1')
  }
}

const afterOthers = (text: string) => (text === '{}' ? '}' : `,${text.slice(1)}`)

/** Writes an object in two parts: the common fields once, to be kept, and those of the caller (`own`) for each call. */
export function writesInParts<Schema extends TObject, Own extends keyof Static<Schema> & string>(
  schema: Schema,
  own: readonly Own[],
) {
  type Value = Static<Schema>
  const isOwn = new Set<string>(own)
  const part = (wanted: boolean): Serializer => {
    const properties = Object.entries(schema.properties).filter(([name]) => isOwn.has(name) === wanted)
    return serializerFor(Type.Object(Object.fromEntries(properties)))
  }
  const [commonText, ownText] = [part(false), part(true)]
  return {
    common: (value: Omit<Value, Own>): Opened<Omit<Value, Own>> =>
      new Opened(Buffer.from(commonText(value).slice(0, -1))),
    whole: (common: Opened<Omit<Value, Own>>, value: Pick<Value, Own>): Written<Value> =>
      new Written([common.bytes, afterOthers(ownText(value))]),
  }
}

type List = TObject<{ items: TArray }>
type Items<Schema extends List> = Static<Schema>['items'][number]

/** Writes an answer whose items are written already. */
export function writesList<Schema extends List>(schema: Schema) {
  const { items: _, ...properties } = schema.properties
  const rest = serializerFor(Type.Object(properties))
  return (items: readonly Written<Items<Schema>>[], value: Omit<Static<Schema>, 'items'>): Written<Static<Schema>> => {
    const pieces = items.flatMap((item, index): Piece[] => (index === 0 ? [...item.pieces] : [',', ...item.pieces]))
    return new Written(['{"items":[', ...pieces, ']', afterOthers(rest(value))])
  }
}
