import { AutocompleteInput, CheckboxGroupInput, RadioButtonGroupInput, ReferenceInput, TextInput } from 'react-admin'
import type { AnyResource } from '../../schema/index'
import { useDisplay } from '../../ui/format/display'
import { languageName } from '../../ui/format/names'
import { choicesOf, knownChoices, weekdayChoices } from '../choices'
import { CountryAutocomplete, CurrencyAutocomplete, TimeZoneAutocomplete } from '../inputs/autocompleteInputs'
import { useReferenceChoices } from '../inputs/referenceChoices'
import { type FilterInputProps, isEmpty } from '../kinds/kindView'

interface OneOfProps {
  input: Pick<FilterInputProps, 'name'>
  choices: readonly { id: string | number | boolean; name: string }[]
}

const any = { id: '', name: 'crud.any' }

const OneOf = ({ input, choices }: OneOfProps) => (
  <RadioButtonGroupInput
    source={input.name}
    row={false}
    choices={[any, ...choices.map(({ id, name }) => ({ id: String(id), name }))]}
    format={(value: unknown) => (value === undefined || value === null ? '' : String(value))}
    parse={(text: string) => choices.find(({ id }) => String(id) === text)?.id ?? ''}
    helperText={false}
  />
)

const AnyOf = ({ name, choices }: { name: string; choices: object[] }) => (
  <CheckboxGroupInput
    source={name}
    row={false}
    choices={choices}
    format={(value: unknown) => (isEmpty(value) ? [] : [value].flat())}
    parse={(values: string[]) => (values.length > 0 ? values : '')}
    helperText={false}
  />
)

const ChoiceFilter = ({ resource, name, field }: FilterInputProps<'choice'>) => (
  <AnyOf name={name} choices={[...choicesOf(resource, name, field)]} />
)

const choices = [
  { id: true, name: 'crud.yes' },
  { id: false, name: 'crud.no' },
]

const FlagFilter = (props: FilterInputProps<'flag'>) => <OneOf input={props} choices={choices} />

const LocaleFilter = (props: FilterInputProps<'locale'>) => (
  <OneOf input={props} choices={props.field.options.values.map(tag => ({ id: tag, name: languageName(tag) }))} />
)

const WeekdayFilter = (props: FilterInputProps<'weekday'>) => (
  <OneOf input={props} choices={weekdayChoices(useDisplay().locale)} />
)

const CurrencyFilter = (props: FilterInputProps<'currency'>) => <CurrencyAutocomplete input={props} isClearable />

const CountryFilter = (props: FilterInputProps<'country'>) => <CountryAutocomplete input={props} isClearable />

const TimeZoneFilter = (props: FilterInputProps<'timezone'>) => <TimeZoneAutocomplete input={props} isClearable />

const ReferenceFilter = ({ name, field }: FilterInputProps<'reference'> | FilterInputProps<'references'>) => {
  const { reference, ...autocomplete } = useReferenceChoices(field.options.to() as AnyResource)
  return (
    <ReferenceInput source={name} {...reference}>
      <AutocompleteInput helperText={false} {...autocomplete} />
    </ReferenceInput>
  )
}

const TextFilter = ({ name }: FilterInputProps) => (
  <TextInput source={name} label={false} helperText={false} autoFocus resettable />
)

const KnownFilter = (props: FilterInputProps<'text'> | FilterInputProps<'tags'>) => (
  <AnyOf name={props.name} choices={knownChoices(props.resource, props.name, props.field)} />
)

export const standardFilters = {
  choice: ChoiceFilter,
  country: CountryFilter,
  currency: CurrencyFilter,
  flag: FlagFilter,
  known: KnownFilter,
  locale: LocaleFilter,
  reference: ReferenceFilter,
  text: TextFilter,
  timezone: TimeZoneFilter,
  weekday: WeekdayFilter,
}

export type StandardFilter = keyof typeof standardFilters
