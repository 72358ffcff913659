export default function AboutPage() {
  return (
    <div className="column py-20">
      <h1 className="display text-2xl">Home</h1>
    </div>
  );
}
