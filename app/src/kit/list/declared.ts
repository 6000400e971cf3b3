/** Types and data of core's declaration of each list: rows, filters, orders, request. */

import { type Lists, lists } from '~/core/core'
import type { EndpointName, RequestOf } from '../call/api'

export type ListName = keyof Lists
export type RowOf<Name extends ListName> = Lists[Name]['row']
export type OrdersOf<Name extends ListName> = Lists[Name]['by']
export type ParamsOf<Name extends ListName> = Lists[Name]['params']
export type ListRequestOf<Name extends ListName> = RequestOf<Lists[Name]['call']>

/** A field's name in JSON: `dueFrom` for `due_from`. */
type JsonName<Field> = Field extends `${infer Word}_${infer Rest}` ? `${Word}${Capitalize<JsonName<Rest>>}` : Field
type First<Path> = Path extends `${infer Field}.${string}` ? Field : Path
type Last<Path> = Path extends `${string}.${infer Rest}` ? Last<Rest> : Path
/** The type of the request field at a path. */
type FieldAt<Of, Path> = Path extends `${infer Field}.${infer Rest}`
  ? FieldAt<FieldOf<Of, JsonName<Field>>, Rest>
  : FieldOf<Of, JsonName<Path>>
type FieldOf<Of, Field> = Field extends keyof Of ? NonNullable<Of[Field]> : never

/** The value that a filter adds to the request: that of its field, or an object if the parameter sets several fields. */
export type ValueOf<Name extends ListName, Param extends keyof ParamsOf<Name>> = ParamsOf<Name>[Param] extends readonly [infer Field]
  ? FieldAt<ListRequestOf<Name>, Field>
  : ParamsOf<Name>[Param] extends readonly (infer Fields extends string)[]
    ? { [Field in Fields as JsonName<Last<Field>> & string]?: FieldAt<ListRequestOf<Name>, Field> }
    : never

type FilteredFields<Name extends ListName> = {
  [Param in keyof ParamsOf<Name>]: ParamsOf<Name>[Param] extends readonly (infer Fields)[] ? JsonName<First<Fields>> : never
}[keyof ParamsOf<Name>]
/** Required request fields that no filter sets. */
export type ListOwnerOf<Name extends ListName> = {
  [Field in keyof ListRequestOf<Name> as Partial<Pick<ListRequestOf<Name>, Field>> extends Pick<ListRequestOf<Name>, Field>
    ? never
    : Exclude<Field, FilteredFields<Name>>]: ListRequestOf<Name>[Field]
}

export interface Order {
  by: string
  /** Newest or largest first. */
  descends: boolean
}

/** Core's declaration of a list, for the code that handles any list. */
export interface DeclaredList {
  call: EndpointName
  /** The answer's field that contains the page. Undefined if the answer is the page. */
  within: string | undefined
  /** The first order is the default. */
  orders: readonly Order[]
  /** Whether the list can be exported. */
  exported: boolean
  /** For each address parameter, the paths of its request fields. */
  params: ReadonlyMap<string, readonly (readonly string[])[]>
}

const declaredLists = new Map(
  lists.map(({ name, call, within, orders, exported, params }): [string, DeclaredList] => [
    name,
    {
      call: call as EndpointName,
      within: within ?? undefined,
      orders,
      exported,
      params: new Map(params.map(({ name, fields }) => [name, fields.map((field) => field.split('.'))])),
    },
  ]),
)

export function findDeclaredList(name: string): DeclaredList {
  const found = declaredLists.get(name)
  if (!found) throw new Error(`core declares no list ${name}`)
  return found
}

interface Fields {
  [field: string]: unknown
}

/**
 * Returns the object in a request that holds the field at this path. Creates it if it is missing, and leaves it empty if
 * no filter sets a field.
 */
const objectAt = (request: Fields, path: readonly string[]): Fields =>
  path.slice(0, -1).reduce<Fields>((part, field) => {
    part[field] ??= {}
    return part[field] as Fields
  }, request)

/** Returns the request fields for these values, which are keyed by address parameter. */
export function requestFields({ params }: Pick<DeclaredList, 'params'>, values: ReadonlyMap<string, unknown>): Fields {
  const request: Fields = {}
  for (const [param, paths] of params)
    for (const path of paths) {
      const part = objectAt(request, path)
      const field = path.at(-1) ?? param
      const value = values.get(param)
      const asked = paths.length === 1 ? value : (value as Fields | undefined)?.[field]
      if (asked !== undefined) part[field] = asked
    }
  return request
}
