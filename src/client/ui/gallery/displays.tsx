import { useState } from 'react';
import SearchX from 'lucide-react/icons/search-x';
import { imageSources, demoImagePath } from '../pictures/image-sources.ts';
import { Avatar } from '../pictures/avatar.tsx';
import { Badge } from '../blocks/badge.tsx';
import { Banner } from '../notices/banner.tsx';
import { Breadcrumbs } from '../blocks/breadcrumbs.tsx';
import { Button } from '../actions/button.tsx';
import { Card } from '../blocks/card.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { EmptyState } from '../notices/empty-state.tsx';
import { LoadError } from '../notices/load-error.tsx';
import { Pagination } from '../tables/pagination.tsx';
import { Picture } from '../pictures/picture.tsx';
import { Skeleton } from '../waiting/skeleton.tsx';
import { Spinner } from '../waiting/spinner.tsx';
import { Tabs } from '../blocks/tabs.tsx';
import { Specimen } from './specimen.tsx';

const ROWS = [
  { name: 'Plain row', tone: 'plain' },
  { name: 'Highlighted row', tone: 'highlighted' },
  { name: 'Faded row', tone: 'faded' },
  { name: 'Selected row', tone: 'plain' },
  { name: 'Disabled row', tone: 'plain' },
] as const;

/** Blocks, notices, pictures, loading indicators, and tables. */
export function DisplaySpecimens() {
  return (
    <>
      <Specimen name="Badge">
        {(['sale', 'rent', 'brand', 'clay', 'plain'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Specimen>
      <Specimen name="Banner">
        <Banner tone="error" action={<Button size="sm">Try again</Button>} className="w-full">
          Could not load properties.
        </Banner>
        <Banner tone="success" className="w-full">
          Profile updated successfully!
        </Banner>
        <Banner tone="info" className="w-full">
          A note.
        </Banner>
      </Specimen>
      <Specimen name="Avatar, Picture">
        <Avatar name="Ada Example" src={null} />
        <Avatar name="Ben Sample" src="/missing.webp" />
        <Avatar name="Cleo" src={imageSources(demoImagePath('portrait-01'), 480).src} />
        <Picture
          {...imageSources(demoImagePath('home-house-01'), 1600)}
          sizes="240px"
          alt="A house"
          className="w-60 rounded-md"
        />
        <Picture src="/missing.webp" alt="A missing house" className="w-60 rounded-md" />
      </Specimen>
      <Specimen name="Card, Skeleton, Spinner">
        <Card className="w-60 p-5">A card.</Card>
        <Skeleton className="h-24 w-60" />
        <Spinner />
      </Specimen>
      <Specimen name="Breadcrumbs, Pagination, Tabs">
        <Breadcrumbs items={[{ label: 'Home', href: '/' }, { label: 'For Sale' }]} />
        <Pagination
          page={4}
          pageCount={12}
          hrefOf={(page) => `?page=${page}`}
          label="Example pages"
        />
        <ExampleTabs />
      </Specimen>
      <Specimen name="DataTable, EmptyState, LoadError">
        <div className="w-full">
          <DataTable
            caption="Example rows"
            columns={[
              {
                id: 'name',
                header: 'Name',
                onCard: 'header',
                sort: { ascending: 'name_asc', descending: 'name_desc', first: 'ascending' },
                cell: (row) => row.name,
              },
              { id: 'tone', header: 'Tone', cell: (row) => row.tone },
            ]}
            rows={ROWS}
            keyOf={(row) => row.name}
            rowTone={(row) => row.tone}
            sort={{ current: 'name_asc', hrefOf: (sort) => `?sort=${sort}` }}
            selection={{
              labelOf: (row) => `Select ${row.name}`,
              isSelected: (row) => row.name === 'Selected row',
              disabledReasonOf: (row) =>
                row.name === 'Disabled row' ? 'This row cannot be selected.' : null,
              onSelectRow: () => undefined,
              pageState: 'some',
              onSelectPage: () => undefined,
            }}
          />
        </div>
        <EmptyState
          icon={<SearchX aria-hidden="true" className="size-7" />}
          title="No Properties Found"
          actions={<Button variant="secondary">Reset filters</Button>}
        >
          Try adjusting your criteria.
        </EmptyState>
        <LoadError title="An Error Occurred" isRetrying={false} onRetry={() => undefined}>
          Please try again later.
        </LoadError>
      </Specimen>
    </>
  );
}

function ExampleTabs() {
  const [selected, setSelected] = useState('one');
  return (
    <Tabs
      label="Example tabs"
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { id: 'one', label: 'One', content: 'The first.' },
        { id: 'two', label: 'Two', content: 'The second.' },
      ]}
    />
  );
}
