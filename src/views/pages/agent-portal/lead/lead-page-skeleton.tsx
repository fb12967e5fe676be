import { Bone, Loading, TextBones } from '#src/views/ui/skeleton.tsx';

/** The lead page's final layout, before its data; `isPart` for only the view below the tabs. */
export function LeadPageSkeleton({ isPart = false }: { isPart?: boolean }) {
  return (
    <Loading label="Loading the lead…">
      {!isPart && (
        <div className="mb-6 space-y-3">
          <Bone className="h-3.5 w-24" />
          <Bone className="h-6 w-64" />
          <Bone className="h-3.5 w-80 max-w-full" />
          <Bone className="h-12 w-full" />
        </div>
      )}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {[6, 6, 4, 8].map((lines, index) => (
          <div key={index} className="rounded-lg border border-gray-200 p-4">
            <TextBones lines={lines} />
          </div>
        ))}
      </div>
    </Loading>
  );
}
